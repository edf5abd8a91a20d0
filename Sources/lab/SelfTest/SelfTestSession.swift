import Bench
import Foundation
import Reporting
import Results
import Runs
import Verdicts

/// One `lab selftest`.
struct SelfTestSession: Sendable {
    let options: SelfTestCommand
    private let registry = ChildRegistry()

    init(options: SelfTestCommand) {
        self.options = options
    }

    func run() async -> ExitCode {
        await CommandFailure.reported(in: registry, run)
    }

    private func run(_ interruption: Interruption) async throws -> ExitCode {
        let selection = try options.measured.selection(defaults: ["single-main"])
        let folder = ReportFolder(path: options.output)
        let lock = try folder.claim()
        defer { lock.release() }
        let floor =
            try options.noiseFloor.map { try NoiseFloorFile.read($0) }
            ?? NoiseFloorFile.readUsual()
        let steps = SelfTestSteps(
            selection: selection, floor: floor, rounds: options.rounds, registry: registry)
        let plant = try options.planted
        let kinds = options.kinds
        let comparisons = kinds.contains(.comparison) ? options.comparisons : 0
        let slowDowns = kinds.contains(.slowDown) ? options.slowDowns : 0
        let total = Double(
            comparisons + slowDowns + kinds.count { $0 == .disturbed || $0 == .lostWrite })
        let line = ProgressLine(
            expectedSeconds: ArmsRun.expectedSeconds(selection, rounds: options.rounds) * total,
            isQuiet: options.measured.quiet)
        defer { line.end() }
        var cases: [SelfTestCase] = []
        var done = 0.0
        // A row is written as soon as it is known: hours of them are not lost to an interruption.
        func add(_ new: [SelfTestCase]) throws {
            guard !interruption.isInterrupted else {
                throw CommandFailure(.interrupted, "the selftest was interrupted")
            }
            cases += new
            done += 1
            try AtomicFile.write(
                SelfTestTable.bytes(of: cases), to: options.output + "/selftest.csv")
        }
        let progress = { (what: String) in
            let before = done
            return { @Sendable (step: RunProgress) in
                line.update("\(what), \(step.what)", share: (before + step.share) / total)
            }
        }
        for number in 0..<comparisons {
            try add(
                try await steps.compareWithItself(
                    number, progress: progress("run \(number + 1) with itself")))
        }
        for number in 0..<slowDowns {
            try add(
                [try await steps.slowDown(plant, number, progress: progress("slow-down"))])
        }
        if kinds.contains(.disturbed) {
            try add([try await steps.disturbed(progress: progress("disturbed machine"))])
        }
        if kinds.contains(.lostWrite) {
            line.update("lost write", share: done / total)
            try add([try await steps.lostWrite()])
        }
        line.end()
        let code: ExitCode = SelfTestTable.isPassed(cases) ? .ok : .bug
        Console.write(SelfTestTable.text(of: cases))
        Console.write(MachineLine.text(code, report: options.output + "/selftest.csv"))
        return code
    }
}
