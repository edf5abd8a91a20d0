import Foundation
import Reporting
import Verdicts

/// One `lab report` from its request to its outcome: reads what is there, and runs nothing.
struct ReportSession: Sendable {
    let request: ReportRequest

    init(_ request: ReportRequest) {
        self.request = request
    }

    private static let option = "--html"

    func run() async -> RunOutcome {
        do {
            return try write(try await found())
        } catch {
            return SessionEnding.failed(error)
        }
    }

    /// Reads all runs at once, which is most of the time: a sweep has megabytes.
    ///
    /// - Throws: `CommandFailure` of the first run that cannot be read.
    private func found() async throws -> [(found: FoundResult, folder: String)] {
        let results = await withTaskGroup(of: (Int, Result<FoundResult, any Error>).self) { group in
            for (place, run) in request.runs.enumerated() {
                group.addTask { (place, Result { try FoundResult(at: run) }) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        return try results.sorted { $0.key < $1.key }.map { place, result in
            (try result.get(), Self.folder(of: request.runs[place]))
        }
    }

    /// - Throws: `CommandFailure`, `ReportingError`.
    private func write(_ runs: [(found: FoundResult, folder: String)]) throws -> RunOutcome {
        var ending = SessionEnding()
        if !request.traces.isEmpty {
            // All are read before the first is written.
            for run in try runs.map(TracedRun.init) { try run.write(request.traces, &ending) }
        }
        // The page last: the machine's line names it.
        if request.writesPage { try writePage(of: runs, &ending) }
        return ending.finish()
    }

    private func writePage(
        of runs: [(found: FoundResult, folder: String)], _ ending: inout SessionEnding
    ) throws {
        var review = Review()
        for run in runs { review.add(run.found, in: ReportFolder(path: run.folder)) }
        let workloads = runs.map(\.found.workload)
        if let other = workloads.first(where: { $0 != workloads[0] }) {
            throw CommandFailure(
                .usage,
                "\(workloads[0]) and \(other) are two workloads, and a page answers one question: "
                    + "make a page of each")
        }
        let page =
            request.page
            ?? (runs.count == 1
                ? ReportFolder(path: runs[0].folder).htmlPage
                : "Reports/\(workloads[0])-review.html")
        try ReportFolder(
            path: URL(filePath: page).deletingLastPathComponent().path, option: Self.option
        ).prepare()
        let text = try ReviewPage.text(of: review)
        ending.write(page) {
            try AtomicFile.write(Array(text.utf8), to: page, option: Self.option)
            return []
        }
    }

    /// The folder of a run that is named by its folder or by its file.
    private static func folder(of run: String) -> String {
        let url = URL(filePath: run)
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
        return isFolder.boolValue ? run : url.deletingLastPathComponent().path
    }
}
