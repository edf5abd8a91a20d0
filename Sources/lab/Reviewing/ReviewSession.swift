import Reporting
import Verdicts
import WorkloadEngine

/// One `lab review` from its request to its outcome.
///
///     read, check every part ─▶ for each: run ─▶ review.html ─▶ the gravest code
///     2, 3
///
/// Ctrl-C ends the part that runs; the page has what there is.
struct ReviewSession: Sendable {
    let request: ReviewRequest

    init(_ request: ReviewRequest) {
        self.request = request
    }

    private static let pageName = "review.html"

    func run() async -> RunOutcome {
        do {
            return try await runAll()
        } catch {
            return SessionEnding.failed(error)
        }
    }

    private func runAll() async throws -> RunOutcome {
        let plan = try ReviewPlan(request)
        let lock = try plan.folder.claim()
        defer { lock.release() }
        var review = Review()
        var codes: [ExitCode] = []
        for (number, part) in plan.parts.enumerated() {
            if !request.isQuiet {
                let left = plan.parts[number...].reduce(0) { $0 + $1.seconds }
                Console.note(
                    "lab: part \(number + 1) of \(plan.parts.count), \(part.title); about "
                        + "\(RunLength.words(left)) left in all")
            }
            let outcome = await part.run()
            codes.append(outcome.code)
            let folder = plan.folder(of: part)
            // A part that could not write has said why; the page goes without it, and without what
            // an earlier review left there.
            if outcome.page != nil, let found = try? FoundResult(at: folder) {
                review.add(found, in: ReportFolder(path: folder))
            }
            if outcome.isInterrupted { break }
        }
        Console.forgetResults()
        var ending = SessionEnding(codes)
        guard review.isOfSomething else { return ending.finish() }
        let page = "\(plan.folder.path)/\(Self.pageName)"
        ending.write(page) {
            try AtomicFile.write(try ReviewPage.text(of: review), to: page)
            return []
        }
        return ending.finish()
    }
}
