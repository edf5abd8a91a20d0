/// The running program, for ends without a report: a trap, or a deadlock.
enum LifeTrap {
    // Written by the one thread that runs programs, read when that thread cannot go on.
    nonisolated(unsafe) private static var current: (seed: UInt64, program: LifeProgram)?

    static func note(_ seed: UInt64, _ program: LifeProgram) {
        current = (seed, program)
        ProgramTrap.note(seed)
    }

    static var description: String {
        current.map { "seed \($0.seed)\n\($0.program)" } ?? "no program"
    }
}
