import Foundation
import Results

/// The folder `charts`: for each chart its data, its script and its picture.
package struct ChartFolder: Sendable {
    package let path: String
    private let program: String
    private let limitSeconds: Int

    /// The time limit of one chart: a hundred times the largest chart's on an idle machine.
    package static let usualLimitSeconds = 20

    /// - Parameters:
    ///   - program: `gnuplot` on the PATH, unless a test wants another.
    ///   - limitSeconds: how long one chart may take.
    package init(
        path: String, program: String = "gnuplot",
        limitSeconds: Int = ChartFolder.usualLimitSeconds
    ) {
        self.path = path
        self.program = program
        self.limitSeconds = limitSeconds
    }

    /// Writes data and scripts, then draws the pictures with gnuplot.
    ///
    /// Without gnuplot, or if it fails, the data and scripts are written all the same, and pictures
    /// of an earlier run are removed, so that a reader cannot take them for this run's.
    ///
    /// - Parameters:
    ///   - isDrawing: whether to draw pictures at all.
    ///   - isCancelled: asked while gnuplot runs: whether the command was interrupted.
    /// - Returns: a warning for each missing picture.
    /// - Throws: `ReportingError` if a file cannot be written.
    package func write(
        _ charts: [Chart], isDrawing: Bool = true, isCancelled: () -> Bool = { false }
    ) throws(ReportingError) -> [RunWarning] {
        var files = FileBatch()
        try stage(charts, in: &files)
        try files.publish()
        guard isDrawing else { return [] }
        return try draw(charts, isCancelled: isCancelled)
    }

    /// Puts data and scripts into a batch.
    func stage(_ charts: [Chart], in files: inout FileBatch) throws(ReportingError) {
        for chart in charts {
            try files.add(chart.data, as: file("\(chart.name).dat"))
            try files.add(chart.script, as: file("\(chart.name).gp"))
        }
        // A picture of an earlier run beside these data would be taken for theirs.
        for chart in charts { files.remove(file("\(chart.name).svg")) }
    }

    /// Removes the files that earlier runs left of charts that this run does not have.
    func removeOthers(than charts: [Chart], in files: inout FileBatch) {
        for name in Chart.names where !charts.contains(where: { $0.name == name }) {
            for suffix in ["svg", "gp", "dat"] { files.remove(file("\(name).\(suffix)")) }
        }
    }

    /// Draws the pictures, one after the other.
    ///
    /// A picture appears under its name when it is whole.
    ///
    /// - Returns: warnings about missing pictures: `gnuplot-missing` once, `gnuplot-failed` for
    ///   each chart, `gnuplot-overdue` once with all charts that were not tried after it, or
    ///   `drawing-interrupted` once.
    /// - Throws: `ReportingError` if a picture cannot be written.
    func draw(
        _ charts: [Chart], isCancelled: () -> Bool
    ) throws(ReportingError) -> [RunWarning] {
        var warnings: [RunWarning] = []
        for (index, chart) in charts.enumerated() {
            switch try draw(chart, isCancelled: isCancelled) {
            case .drawn: break
            case .missing: return warnings + [Self.missing(path: path)]
            case .failed(let words):
                warnings.append(Self.failed(chart, words: words, path: path))
            case .overdue:
                // A gnuplot that hung once would hang again, for the full time of each remaining
                // chart.
                return warnings + [overdue(Array(charts[index...]))]
            case .cancelled: return warnings + [interrupted(Array(charts[index...]))]
            }
        }
        return warnings
    }

    /// The charts whose pictures are there.
    package func drawn(_ charts: [Chart]) -> [Chart] {
        charts.filter { FileManager.default.fileExists(atPath: file("\($0.name).svg")) }
    }

    private func draw(
        _ chart: Chart, isCancelled: () -> Bool
    ) throws(ReportingError) -> GnuplotOutcome {
        guard !isCancelled() else { return .cancelled }
        let picture = file("\(chart.name).svg")
        let partial = AtomicFile.partialPath(for: picture)
        let name = URL(fileURLWithPath: partial).lastPathComponent
        var outcome = GnuplotOutcome.running(
            "output = \(ChartScript.quoted(name))\n" + chart.script, in: path, program: program,
            limitSeconds: limitSeconds, isCancelled: isCancelled)
        if outcome == .drawn, !Self.hasContent(partial) {
            outcome = .failed("\(program) ended without an error and wrote no picture")
        }
        if outcome == .drawn {
            try publish(partial, of: chart, as: picture)
        } else {
            unlink(partial)
            unlink(picture)
        }
        return outcome
    }

    /// Finishes what gnuplot has written, and puts it under its name.
    private func publish(
        _ partial: String, of chart: Chart, as picture: String
    ) throws(ReportingError) {
        let svg = String(
            decoding: FileManager.default.contents(atPath: partial) ?? Data(), as: UTF8.self)
        unlink(partial)
        try AtomicFile.write(ChartPicture.finished(svg, of: chart), to: picture)
    }

    private static func hasContent(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size > 0
    }

    private func file(_ name: String) -> String {
        URL(fileURLWithPath: path).appendingPathComponent(name).path
    }
}

// MARK: - Warnings

extension ChartFolder {
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

    private func overdue(_ charts: [Chart]) -> RunWarning {
        let others = charts.dropFirst().map { "\($0.name).svg" }
        let untried =
            others.isEmpty ? "" : ", so \(TextLines.list(Array(others))) were not tried"
        return RunWarning(
            code: "gnuplot-overdue",
            message: "\(charts[0].name).svg was not drawn: gnuplot had not ended after "
                + "\(limitSeconds) s and was killed\(untried)",
            advice: "run gnuplot \(charts[0].name).gp in \(path) to see why; the figures are "
                + "complete")
    }

    private func interrupted(_ charts: [Chart]) -> RunWarning {
        RunWarning(
            code: "drawing-interrupted",
            message: "the command was interrupted before "
                + TextLines.list(charts.map { "\($0.name).svg" }) + " could be drawn",
            advice: "run gnuplot on the .gp files in \(path); the figures are complete")
    }
}
