import Synchronization

/// The program that began last, for ends without a report: a trap, or a deadlock.
package enum LifeTrap {
    private static let current = Mutex<(seed: UInt64, program: LifeProgram)?>(nil)

    static func note(_ seed: UInt64, _ program: LifeProgram) {
        current.withLock { $0 = (seed, program) }
        ProgramTrap.note(seed)
    }

    package static var description: String {
        current.withLock { $0.map { "seed \($0.seed)\n\($0.program)" } ?? "no program" }
    }
}
