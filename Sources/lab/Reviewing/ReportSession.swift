import Foundation
import Reporting
import Verdicts

/// One `lab report` from its request to its outcome: reads what is there, and runs nothing.
struct ReportSession {
    let request: ReportRequest

    private static let option = "--html"

    func run() throws -> RunOutcome {
        var review = Review()
        var workloads: [String] = []
        for run in request.runs {
            let found = try FoundResult(at: run)
            workloads.append(found.workload)
            review.add(found, in: ReportFolder(path: Self.folder(of: run)))
        }
        if let other = workloads.first(where: { $0 != workloads[0] }) {
            throw CommandFailure(
                .usage,
                "\(workloads[0]) and \(other) are two workloads, and a page answers one question: "
                    + "make a page of each")
        }
        let page =
            request.page
            ?? (request.runs.count == 1
                ? ReportFolder(path: Self.folder(of: request.runs[0])).htmlPage
                : "Reports/\(workloads[0])-review.html")
        try ReportFolder(
            path: URL(filePath: page).deletingLastPathComponent().path, option: Self.option
        ).prepare()
        let text = try ReviewPage.text(of: review)
        var ending = SessionEnding()
        ending.write(page) {
            try AtomicFile.write(Array(text.utf8), to: page, option: Self.option)
            return []
        }
        return ending.finish()
    }

    /// The folder of a run that is named by its folder or its run.json.
    private static func folder(of run: String) -> String {
        run.hasSuffix("/" + ResultFile.name)
            ? URL(filePath: run).deletingLastPathComponent().path : run
    }
}
