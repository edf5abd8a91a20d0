import ArgumentParser

extension CrashCommand {
    /// Checks the options around `--replay`.
    ///
    /// - Throws: `ValidationError` if `--replay` lacks an option, or if an option repeats what the
    ///   address or the report already determines.
    func validateReplay() throws {
        guard (replay == nil) == (dump == nil) else {
            throw ValidationError(
                "--replay names a state and --dump the folder for its files: give both")
        }
        guard let replay else { return try common.requireWorkload() }
        guard let replayed = ReplayedState(replay) else {
            throw ValidationError(
                "--replay \(replay): write run/state as the report does, such as "
                    + "siblings+wal/full/P3/682/17, and before it the report's folder")
        }
        let inAddress: [(String, Bool)] = [
            ("--topology", !common.topology.isEmpty), ("--mode", !mode.isEmpty),
            ("--batches", batches != nil), ("--matrix", matrix), ("--shard", shard != nil),
            ("--samples", samples != nil), ("--kills", kills != nil), ("--quick", quick),
        ]
        for (option, isGiven) in inAddress where isGiven {
            throw ValidationError("--replay names one state, so leave \(option) out")
        }
        guard output == nil else {
            throw ValidationError("--replay writes to the folder of --dump: leave --output out")
        }
        guard let folder = replayed.folder else { return try common.requireWorkload() }
        let inReport: [(String, Bool)] = [
            ("--workload", common.givenWorkload != nil), ("--seed", common.changes.seed != nil),
            ("--topology-file", !common.topologyFile.isEmpty),
            ("--set", !common.changes.assignments.isEmpty), ("--control", control != nil),
        ]
        for (option, isGiven) in inReport where isGiven {
            throw ValidationError(
                "--replay takes everything from \(folder)/run.json, so leave \(option) out; or "
                    + "leave the folder out of the address")
        }
    }

    /// Checks the options of the trials with faults.
    ///
    /// - Throws: `ValidationError` for options that have no meaning here.
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
            ("--batches", batches != nil), ("--shard", shard != nil),
            ("--matrix", damage && matrix),
            ("--mode", damage && !mode.isEmpty),
        ]
        for (other, isGiven) in others where isGiven {
            throw ValidationError("\(option) explores no crashes: leave \(other) out")
        }
    }
}
