import Bench
import Foundation
import Reporting
import Results
import Runs
import Verdicts

/// One `lab selftest`.
struct SelfTestSession: Sendable {
    let request: SelfTestRequest
    private let registry = ChildRegistry()

    init(_ request: SelfTestRequest) {
        self.request = request
    }

    func run() async -> RunOutcome {
        await Session.interruptible(in: registry, run)
    }

    private func run(_ interruption: Interruption) async throws -> RunOutcome {
        let selection = try Selection(request.work)
        let folder = ReportFolder(path: request.output)
        let lock = try folder.claim()
        defer { lock.release() }
        let floor = try NoiseFloorFile.floor(at: request.noiseFloor)
        let simulation = try request.simulation.map { try SimulationSelection($0) }
        let steps = SelfTestSteps(
            selection: selection, floor: floor, rounds: request.rounds, simulation: simulation,
            registry: registry)
        let kinds = request.kinds
        let comparisons = request.cases
        let tellings = tellings(selection)
        let total = Double(comparisons + tellings.count)
        let length =
            simulation?.length
            ?? ArmsRun.length(
                selection, rounds: request.rounds, comparisons: comparisons
            ).adding(request.telling, times: tellings.count)
        let line = ProgressLine(length, isQuiet: request.isQuiet)
        defer { line.end() }
        var journal = SelfTestJournal(at: request.output + "/selftest.csv")
        func add(_ new: [SelfTestCase]) throws {
            guard !interruption.isInterrupted else {
                throw CommandFailure(.interrupted, "the selftest was interrupted")
            }
            try journal.add(new)
        }
        let progress = { (what: String) in
            let before = journal.steps
            return { @Sendable (step: RunProgress) in
                line.update("\(what), \(step.what)", share: (before + step.share) / total)
            }
        }
        for number in 0..<request.comparisons {
            try add(
                try await steps.compareWithItself(
                    number, progress: progress("run \(number + 1) with itself")))
        }
        for number in 0..<request.slowDowns {
            try add(
                [
                    try await steps.slowDown(
                        request.slowDown, number, progress: progress("slow-down"))
                ])
        }
        if kinds.contains(.moreWork) {
            try add(try await steps.moreWork(progress: progress("more work")))
        }
        if kinds.contains(.disturbed) {
            try add([try await steps.disturbed(progress: progress("disturbed machine"))])
        }
        if kinds.contains(.lostWrite) {
            line.update("lost write", share: journal.steps / total)
            try add([try await steps.lostWrite()])
        }
        for step in tellings { try add([try await step.run(progress(step.name))]) }
        line.end()
        Console.show(SelfTestTable.text(of: journal.cases, width: Console.width))
        return SessionEnding.ended(
            SelfTestTable.code(of: journal.cases), page: request.output + "/selftest.csv")
    }

    /// The requested runs until topologies are told apart, the kinds by turns.
    private func tellings(_ selection: Selection) -> [TellingStep] {
        (0..<request.tellings).flatMap { number in
            request.kinds.filter(\.isTelling).map { kind in
                TellingStep(
                    kind: kind, selection: selection, cost: request.slowDown,
                    limit: request.telling, number: number, registry: registry)
            }
        }
    }
}
