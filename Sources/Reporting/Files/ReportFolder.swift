import Foundation
import Results

/// The folder that a command writes its report to: `Reports/<workload>/`, or `--output`.
///
///     results.csv  stretches.csv  operations.csv  loss.csv  crashes.csv
///     run.json     report.md      charts/*.svg, *.gp, *.dat
///
/// Each file appears whole under its name or not at all, and report.md, which speaks of all the
/// others, comes last.
package struct ReportFolder: Sendable {
    package let path: String

    package init(path: String) { self.path = path }

    /// report.md, which a command names as its report.
    package var page: String { file("report.md") }

    /// Makes the folder and proves that files can be written to it: before a run, so that nobody
    /// waits a minute for figures that then have no place.
    ///
    /// - Throws: `ReportingError` with the path, the reason and a remedy.
    package func prepare() throws(ReportingError) {
        try makeFolder(path)
        let trial = file("trial")
        let partial = AtomicFile.partialPath(for: trial)
        let descriptor = open(partial, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw ReportingError.notWritten("write to the folder", path: path, errno: errno)
        }
        defer {
            close(descriptor)
            unlink(partial)
        }
        // A disk that is full takes an empty file and refuses its first byte.
        try AtomicFile.fill(descriptor, with: [UInt8(ascii: "\n")], path: path)
    }

    /// Writes the whole report.
    ///
    /// - Parameters:
    ///   - operations: operations.csv, as the workload engine wrote it; in a sweep that changes the
    ///     operations one for each value, which become operations-1.csv and so on.
    ///   - drawsCharts: `false` for `--no-charts`: scripts and data are written all the same.
    ///   - gnuplot: the program that draws; a test names one that does not exist.
    /// - Returns: what could not be drawn, as warnings. They stand in run.json and report.md too.
    /// - Throws: `ReportingError` at the first file that cannot be written.
    package func write(
        _ result: WorkloadResult, operations: [[UInt8]], drawsCharts: Bool = true,
        gnuplot: String = "gnuplot"
    ) throws(ReportingError) -> [RunWarning] {
        let charts = Chart.all(of: result)
        let folder = ChartFolder(path: file("charts"), program: gnuplot)
        try makeFolder(path)
        try makeFolder(folder.path)
        let warnings = try folder.write(charts, isDrawing: drawsCharts)
        var result = result
        result.warnings += warnings
        try AtomicFile.write(ResultsTable.bytes(of: result), to: file("results.csv"))
        try AtomicFile.write(StretchesTable.bytes(of: result), to: file("stretches.csv"))
        for (index, stream) in operations.enumerated() {
            let number = operations.count > 1 ? "-\(index + 1)" : ""
            try AtomicFile.write(stream, to: file("operations\(number).csv"))
        }
        if result.sweep != nil {
            try AtomicFile.write(SweepTable.bytes(of: result), to: file("sweep.csv"))
        }
        try AtomicFile.write(LossTable.bytes(of: result), to: file("loss.csv"))
        try AtomicFile.write(CrashesTable.bytes(of: result), to: file("crashes.csv"))
        try AtomicFile.write(try RunFile.bytes(of: result), to: file("run.json"))
        let page = ReportPage(of: result, charts: folder.drawn(charts))
        try AtomicFile.write(try page.markdown(), to: self.page)
        return warnings
    }

    /// Writes the report of `lab crash`.
    ///
    /// - Parameter drawsCharts: `false` for `--no-charts`.
    /// - Returns: what could not be drawn, as warnings. They stand in run.json and report.md too.
    /// - Throws: `ReportingError` at the first file that cannot be written.
    package func write(
        _ result: CrashResult, drawsCharts: Bool = true, gnuplot: String = "gnuplot"
    ) throws(ReportingError) -> [RunWarning] {
        let charts = Chart.all(of: result)
        let folder = ChartFolder(path: file("charts"), program: gnuplot)
        try makeFolder(path)
        try makeFolder(folder.path)
        let warnings = try folder.write(charts, isDrawing: drawsCharts)
        var result = result
        result.head.warnings += warnings
        try AtomicFile.write(ExplorationTable.bytes(of: result), to: file("crashes.csv"))
        try AtomicFile.write(CrashLossTable.bytes(of: result), to: file("loss.csv"))
        try AtomicFile.write(try RunFile.bytes(of: result), to: file("run.json"))
        let page = CrashPage(of: result, charts: folder.drawn(charts))
        try AtomicFile.write(try page.markdown(), to: self.page)
        return warnings
    }

    func makeFolder(_ path: String) throws(ReportingError) {
        // The parents first, each by itself: FileManager's error hides the reason in nested ones.
        var made = ""
        for part in URL(fileURLWithPath: path).standardizedFileURL.pathComponents {
            made = made.isEmpty || made == "/" ? made + part : made + "/" + part
            guard mkdir(made, 0o755) != 0 else { continue }
            let reason = errno
            var status = stat()
            let exists = stat(made, &status) == 0
            if exists, status.st_mode & S_IFMT == S_IFDIR { continue }
            throw ReportingError.notWritten(
                "create the folder", path: made, errno: exists ? ENOTDIR : reason)
        }
    }

    func file(_ name: String) -> String {
        URL(fileURLWithPath: path).appendingPathComponent(name).path
    }
}
