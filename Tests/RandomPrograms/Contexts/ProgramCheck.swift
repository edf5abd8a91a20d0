import Foundation

/// One seed's program, run and reported.
package struct ProgramCheck {
    private let seed: UInt64
    private let store: ProgramStore
    private let perform: ProgramRunner.Performer

    package init(
        seed: UInt64, store: ProgramStore,
        perform: @escaping ProgramRunner.Performer = ProgramRunner.onCallersThread
    ) {
        self.seed = seed
        self.store = store
        self.perform = perform
    }

    /// The difference, in the shortest program that still has one; `nil` without one.
    package func report() -> String? {
        var maker = ProgramMaker(seed: seed)
        let program = maker.make()
        if Self.isTracing { Self.trace("\(program)\n") }
        guard let difference = difference(program) else { return nil }
        let shortest = ProgramShrinker { self.difference($0) != nil }.shrunk(program)
        return """
            seed \(seed): \(difference)
            the shortest program that differs:
            \(shortest)
            → \(self.difference(shortest) ?? "not the same twice")
            LAB_TEST_SEED=\(seed) swift test --filter ContextProgram repeats it
            """
    }

    private func difference(_ program: Program) -> String? {
        ProgramRunner.firstDifference(program, on: store, perform: perform) { step in
            ProgramTrap.note(seed)
            if Self.isTracing { Self.trace("· \(step)\n") }
        }
    }

    private static let isTracing = ProcessInfo.processInfo.environment["LAB_TEST_TRACE"] != nil

    private static func trace(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
