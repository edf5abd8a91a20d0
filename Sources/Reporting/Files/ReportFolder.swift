import Foundation
import Results
import Verdicts

/// The folder that a command writes its report to: `Reports/<workload>/`, or `--output`.
///
///     results.csv  stretches.csv  operations.csv  loss.csv  crashes.csv
///     run.json     report.md      report.html     charts/*.svg, *.gp, *.dat
///
/// The files of a run appear together or not at all (`FileBatch`), and replace the files of an
/// earlier run. The pictures come last, so that a failure to draw never costs a figure.
package struct ReportFolder: Sendable {
    package let path: String
    /// The option that names it, for messages.
    let option: String

    /// Names a folder.
    ///
    /// - Parameter option: the option that chooses another folder, for errors.
    package init(path: String, option: String = "--output") {
        self.path = path
        self.option = option
    }

    /// report.md, which a command names as its report.
    package var page: String { file(Self.pageName) }

    /// report.html: the same in one file for a browser.
    package var htmlPage: String { file(Self.htmlName) }

    /// Makes the folder and proves that files can be written to it.
    ///
    /// A command calls it before its run, so that a user does not wait a minute for figures that
    /// cannot be written. Half-written files of a killed lab are removed.
    ///
    /// - Throws: `ReportingError` with the path, the reason and a remedy.
    package func prepare() throws(ReportingError) {
        try makeFolder(path)
        let trial = file("trial")
        let partial = AtomicFile.partialPath(for: trial)
        let descriptor = open(partial, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw ReportingError.notWritten(
                "write to the folder", path: path, errno: errno, option: option)
        }
        defer {
            close(descriptor)
            unlink(partial)
        }
        // A disk that is full takes an empty file and refuses its first byte.
        try AtomicFile.fill(
            descriptor, with: [UInt8(ascii: "\n")], path: path, option: option)
        for folder in [path, file("charts")] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            for name in names where AtomicFile.isLeftover(name) { unlink("\(folder)/\(name)") }
        }
    }

    /// Writes the whole report.
    ///
    /// - Parameters:
    ///   - operations: the workload engine's text for operations.csv; one for each value of a sweep
    ///     that changes the operations, which become operations-1.csv and so on.
    ///   - drawsCharts: `false` for `--no-charts`, which still writes scripts and data.
    ///   - gnuplot: the program that draws; a test passes one that does not exist.
    ///   - isCancelled: whether the command was interrupted; called while charts are drawn.
    /// - Returns: a warning for each chart that could not be drawn, as in run.json and report.md.
    /// - Throws: `ReportingError`: then either no file has changed, or only pictures are missing.
    package func write(
        _ result: WorkloadResult, operations: [[UInt8]], drawsCharts: Bool = true,
        gnuplot: String = "gnuplot", isCancelled: () -> Bool = { false }
    ) throws(ReportingError) -> [RunWarning] {
        let tables = Self.tables(of: result)
        let (described, bytes) = try made(result, [], tables.map(\.maker))
        return try write(
            zip(tables.map(\.name), bytes) + Self.tables(of: operations), described,
            Chart.all(of: result), drawsCharts ? gnuplot : nil, isCancelled: isCancelled
        ) { (warnings, charts) throws(ReportingError) in
            // run.json names no picture.
            guard !warnings.isEmpty else {
                let pages = try ReportTexts.made(pages(of: result, charts))
                return Described([described.data] + pages)
            }
            var warned = result
            warned.warnings += warnings
            return try made(warned, charts, []).described
        }
    }

    private static func tables(
        of result: WorkloadResult
    ) -> [(name: String, maker: ReportTexts.Maker)] {
        var tables: [(name: String, maker: ReportTexts.Maker)] = []
        func add(_ name: String, _ maker: @escaping ReportTexts.Maker) {
            tables.append((name, maker))
        }
        add("results.csv") { .success(ResultsTable.bytes(of: result)) }
        add("stretches.csv") { .success(StretchesTable.bytes(of: result)) }
        add("loss.csv") { .success(LossTable.bytes(of: result)) }
        add("crashes.csv") { .success(CrashesTable.bytes(of: result)) }
        if result.sweep != nil {
            add("sweep.csv") { .success(SweepTable.bytes(of: result)) }
        } else {
            add(PairsTable.name) {
                .success(PairsTable.bytes(of: Ranking(of: result), run: result.run))
            }
        }
        if let record = result.uncertainty {
            add(UncertaintyTables.ordersName) { .success(UncertaintyTables.orders(of: result)) }
            add(UncertaintyTables.effectsName) {
                .success(UncertaintyTables.effects(of: record, run: result.run))
            }
        }
        return tables
    }

    /// run.json and the pages, and the texts of other makers, all made at once.
    private func made(
        _ result: WorkloadResult, _ charts: [Chart], _ others: [ReportTexts.Maker]
    ) throws(ReportingError) -> (described: Described, others: ArraySlice<[UInt8]>) {
        // run.json takes longest, and begins first.
        let parts = RunFile.makers(of: result)
        let pages = pages(of: result, charts)
        let texts = try ReportTexts.made(parts + pages + others)
        let data = RunFile.joined(texts.prefix(parts.count))
        let rest = texts.dropFirst(parts.count)
        return (Described([data] + rest.prefix(pages.count)), rest.dropFirst(pages.count))
    }

    /// The makers of report.md and report.html.
    private func pages(of result: WorkloadResult, _ charts: [Chart]) -> [ReportTexts.Maker] {
        [{ markdown(of: result, charts) }, { html(of: result, charts) }]
    }

    private func markdown(
        of result: WorkloadResult, _ charts: [Chart]
    ) -> Result<[UInt8], ReportingError> {
        do {
            return .success(Array(try ReportPage(of: result, charts: charts).markdown().utf8))
        } catch {
            return .failure(error)
        }
    }

    private func html(
        of result: WorkloadResult, _ charts: [Chart]
    ) -> Result<[UInt8], ReportingError> {
        var review = Review()
        review.add(result) { _ in pictures(of: charts) }
        do {
            return .success(Array(try ReviewPage.text(of: review).utf8))
        } catch {
            return .failure(error)
        }
    }

    /// Writes a part of a simulated result, which `lab merge` reads: run.json and operations.csv.
    ///
    /// - Throws: `ReportingError`; then no file has changed.
    package func writePart(
        _ result: WorkloadResult, operations: [[UInt8]]
    ) throws(ReportingError) {
        try makeFolder(path)
        var files = FileBatch(seal: runFile, option: option)
        var names = [Self.runName]
        for (name, bytes) in Self.tables(of: operations) {
            try files.add(bytes, as: file(name))
            names.append(name)
        }
        try files.add(try RunFile.bytes(of: result), as: runFile)
        removeOthers(than: names, in: &files)
        try files.publish()
    }

    /// Writes run.json of a part of an exploration or a study, and nothing else.
    ///
    /// - Throws: `ReportingError`; then no file has changed.
    package func writePart(_ result: some Encodable) throws(ReportingError) {
        try makeFolder(path)
        var files = FileBatch(seal: runFile, option: option)
        try files.add(try RunFile.bytes(of: result), as: runFile)
        removeOthers(than: [Self.runName], in: &files)
        try files.publish()
    }

    /// operations.csv, or operations-1.csv and so on.
    private static func tables(of operations: [[UInt8]]) -> [(name: String, bytes: [UInt8])] {
        operations.enumerated().map { index, stream in
            ("operations\(operations.count > 1 ? "-\(index + 1)" : "").csv", stream)
        }
    }

    /// Writes the report of `lab crash`.
    ///
    /// - Parameters:
    ///   - drawsCharts: `false` for `--no-charts`.
    ///   - isCancelled: whether the command was interrupted; called while charts are drawn.
    /// - Returns: a warning for each chart that could not be drawn, as in run.json and report.md.
    /// - Throws: `ReportingError`: then either no file has changed, or only pictures are missing.
    package func write(
        _ result: CrashResult, drawsCharts: Bool = true, gnuplot: String = "gnuplot",
        isCancelled: () -> Bool = { false }
    ) throws(ReportingError) -> [RunWarning] {
        let tables = [
            ("crashes.csv", ExplorationTable.bytes(of: result)),
            ("loss.csv", CrashLossTable.bytes(of: result)),
        ]
        return try write(
            tables, try described(result, []), Chart.all(of: result), drawsCharts ? gnuplot : nil,
            isCancelled: isCancelled
        ) { (warnings, charts) throws(ReportingError) in
            var warned = result
            warned.head.warnings += warnings
            return try described(warned, charts)
        }
    }

    private func described(
        _ result: CrashResult, _ charts: [Chart]
    ) throws(ReportingError) -> Described {
        var review = Review()
        review.add(result) { _ in pictures(of: charts) }
        return Described([
            try RunFile.bytes(of: result),
            Array(try CrashPage(of: result, charts: charts).markdown().utf8),
            Array(try ReviewPage.text(of: review).utf8),
        ])
    }

    /// Writes a run's files, then draws.
    ///
    ///     tables, scripts, run.json, pages            ─▸ appear together
    ///     pictures                                    ─▸ each as it is drawn
    ///     run.json with warnings, pages with pictures ─▸ appear together
    ///
    /// - Parameters:
    ///   - first: run.json and the pages without warnings and pictures.
    ///   - program: draws; `nil` if the command wants no pictures.
    ///   - described: makes run.json and the pages of the warnings about missing charts and the
    ///     names of the drawn ones.
    private func write(
        _ tables: [(name: String, bytes: [UInt8])], _ first: Described, _ charts: [Chart],
        _ program: String?, isCancelled: () -> Bool,
        _ described: ([RunWarning], [Chart]) throws(ReportingError) -> Described
    ) throws(ReportingError) -> [RunWarning] {
        let folder = ChartFolder(path: file("charts"), program: program ?? "gnuplot")
        try makeFolder(path)
        try makeFolder(folder.path)
        var files = FileBatch(seal: runFile, option: option)
        for table in tables { try files.add(table.bytes, as: file(table.name)) }
        try folder.stage(charts, in: &files)
        try files.add(first.data, as: runFile)
        try add(first, to: &files)
        folder.removeOthers(than: charts, in: &files)
        removeOthers(
            than: tables.map(\.name) + [Self.runName, Self.pageName, Self.htmlName], in: &files)
        try files.publish()

        guard program != nil else { return [] }
        let warnings = try folder.draw(charts, isCancelled: isCancelled)
        let drawn = folder.drawn(charts)
        guard !warnings.isEmpty || !drawn.isEmpty else { return [] }
        var changed = FileBatch(seal: runFile, option: option)
        let last = try described(warnings, drawn)
        if !warnings.isEmpty { try changed.add(last.data, as: runFile) }
        try add(last, to: &changed)
        try changed.publish()
        return warnings
    }

    /// run.json, and the report as it is read in a text and in a browser.
    private struct Described {
        let data: [UInt8]
        let markdown: [UInt8]
        let html: [UInt8]

        /// - Parameter texts: run.json, report.md, report.html.
        init(_ texts: [[UInt8]]) {
            data = texts[0]
            markdown = texts[1]
            html = texts[2]
        }
    }

    private func add(
        _ described: Described, to files: inout FileBatch
    ) throws(ReportingError) {
        try files.add(described.markdown, as: page)
        try files.add(described.html, as: htmlPage)
    }

    /// The pictures of charts in the folder `charts`, by the charts' names.
    package func pictures(of charts: [Chart]) -> [String: String] {
        var pictures: [String: String] = [:]
        for chart in charts {
            guard let data = FileManager.default.contents(atPath: file("charts/\(chart.name).svg"))
            else { continue }
            pictures[chart.name] = String(decoding: data, as: UTF8.self)
        }
        return pictures
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
                "create the folder", path: made, errno: exists ? ENOTDIR : reason,
                option: option)
        }
    }

    func file(_ name: String) -> String {
        URL(fileURLWithPath: path).appendingPathComponent(name).path
    }
}
