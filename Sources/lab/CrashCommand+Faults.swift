import ArgumentParser

extension CrashCommand {
    /// - Throws: `ValidationError` where options are given that have no meaning here.
    func validateFaults() throws {
        guard faults || damage else { return }
        if faults, damage {
            throw ValidationError("--faults and --damage exclude each other: give one of them")
        }
        let option = faults ? "--faults" : "--damage"
        let others: [(String, Bool)] = [
            ("--replay", replay != nil), ("--quick", quick),
            ("--samples", samples != nil), ("--kills", kills != nil),
            ("--control", control != nil),
            ("--matrix", damage && matrix),
            ("--mode", damage && !mode.isEmpty),
        ]
        for (other, isGiven) in others where isGiven {
            throw ValidationError("\(option) explores no crashes: leave \(other) out")
        }
    }
}
