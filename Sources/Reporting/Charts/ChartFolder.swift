import Foundation
import Results

/// The folder `charts`: for each chart its data, its script and its picture.
package struct ChartFolder: Sendable {
    package let path: String
    private let program: String

    /// - Parameter program: `gnuplot` on the PATH, unless a test wants another.
    package init(path: String, program: String = "gnuplot") {
        self.path = path
        self.program = program
    }

    /// Writes data and scripts, then draws the pictures with gnuplot.
    ///
    /// Without gnuplot, or where it fails, the data and scripts are there all the same, and no
    /// picture of an earlier run is left to be taken for this one's.
    ///
    /// - Parameter isDrawing: whether pictures are wanted at all.
    /// - Returns: a warning for what was not drawn: `gnuplot-missing` once, or `gnuplot-failed` for
    ///   each chart.
    /// - Throws: `ReportingError` when a file cannot be written.
    package func write(
        _ charts: [Chart], isDrawing: Bool = true
    ) throws(ReportingError) -> [RunWarning] {
        for chart in charts {
            try AtomicFile.write(chart.data, to: file("\(chart.name).dat"))
            try AtomicFile.write(chart.script, to: file("\(chart.name).gp"))
        }
        var warnings: [RunWarning] = []
        for chart in charts {
            guard isDrawing else {
                unlink(file("\(chart.name).svg"))
                continue
            }
            switch try draw(chart) {
            case .drawn: break
            case .missing:
                let missing = ChartFolder.missing(path: path)
                if !warnings.contains(missing) { warnings.append(missing) }
            case .failed(let words):
                warnings.append(ChartFolder.failed(chart, words: words, path: path))
            }
        }
        return warnings
    }

    /// The charts whose pictures are there.
    package func drawn(_ charts: [Chart]) -> [Chart] {
        charts.filter { FileManager.default.fileExists(atPath: file("\($0.name).svg")) }
    }

    private func draw(_ chart: Chart) throws(ReportingError) -> GnuplotOutcome {
        let picture = file("\(chart.name).svg")
        let partial = AtomicFile.partialPath(for: picture)
        let name = URL(fileURLWithPath: partial).lastPathComponent
        let outcome = GnuplotOutcome.running(
            "output = \(ChartScript.quoted(name))\n" + chart.script, in: path, program: program)
        if outcome == .drawn {
            try AtomicFile.adopt(partial, as: picture)
        } else {
            unlink(partial)
            unlink(picture)
        }
        return outcome
    }

    private func file(_ name: String) -> String {
        URL(fileURLWithPath: path).appendingPathComponent(name).path
    }

    private static func missing(path: String) -> RunWarning {
        RunWarning(
            code: "gnuplot-missing",
            message: "the charts were not drawn: there is no gnuplot on the PATH",
            advice: "install the package gnuplot-nox, then run gnuplot on the .gp files in \(path)")
    }

    private static func failed(_ chart: Chart, words: String, path: String) -> RunWarning {
        RunWarning(
            code: "gnuplot-failed", message: "\(chart.name).svg was not drawn: \(words)",
            advice: "run gnuplot \(chart.name).gp in \(path) to see why; the figures are complete")
    }
}
