import CoreData
import Execution
import Foundation

/// One seed's program, run and reported.
package struct LifeCheck {
    private let seed: UInt64
    private let store: LifeStore
    private let stage: any LifeStage

    /// What differed.
    package struct Report {
        package let rule: String
        package let text: String
    }

    package init(seed: UInt64, store: LifeStore, stage: any LifeStage) {
        self.seed = seed
        self.store = store
        self.stage = stage
    }

    /// The difference, in the shortest program that breaks the same rule; `nil` without one.
    ///
    /// - Parameter shrinks: whether the program is to be shortened.
    package func report(shrinks: Bool = true) -> Report? {
        var maker = LifeMaker(seed: seed, without: Self.leftOut)
        let program = maker.make()
        LifeTrap.note(seed, program)
        if Self.isTracing { Self.trace("\(program)\n") }
        guard let first = difference(program) else { return nil }
        guard shrinks else { return Report(rule: first.rule, text: "\(first)") }
        let shortest = shrunk(program, first.rule)
        let text = """
            seed \(seed): \(first)
            the shortest program that differs:
            \(shortest)
            → \(difference(shortest).map(\.description) ?? "not the same twice")
            LAB_TEST_SEED=\(seed) swift test --filter LifeProgram repeats it
            """
        return Report(rule: first.rule, text: text)
    }

    /// Leaves steps out until each that is left is needed.
    private func shrunk(_ program: LifeProgram, _ rule: String) -> LifeProgram {
        var program = program
        var size = max(1, program.steps.count / 2)
        while true {
            var wasShortened = false
            var start = 0
            while start < program.steps.count {
                var shorter = program
                let end = min(start + size, program.steps.count)
                shorter.steps.removeSubrange(start..<end)
                if difference(shorter)?.rule == rule {
                    program = shorter
                    wasShortened = true
                } else {
                    start = end
                }
            }
            if size == 1 && !wasShortened { return program }
            size = max(1, size / 2)
        }
    }

    private func difference(_ program: LifeProgram) -> LifeDifference? {
        LifeRunner.firstDifference(program, on: store, stage: stage) { step in
            if Self.isTracing { Self.trace("· \(step)\n") }
        }
    }

    /// `LAB_TEST_WITHOUT=ghosts,notes` leaves parts of the world out, to find mistakes behind them.
    private static let leftOut = Set(
        (ProcessInfo.processInfo.environment["LAB_TEST_WITHOUT"] ?? "").split(separator: ",")
            .compactMap { LifeProgram.Feature(rawValue: String($0)) })
    private static let isTracing = ProcessInfo.processInfo.environment["LAB_TEST_TRACE"] != nil

    private static func trace(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
