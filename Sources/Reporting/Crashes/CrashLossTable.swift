import Results
import Statistics

/// loss.csv of `lab crash`: how many edits stood at risk when, for each topology and mode of
/// SQLite, for each role and for all; in virtual time.
package enum CrashLossTable {
    static let columns =
        CrashCompanion.columns + [
            "phase", "role", "time_ms", "at_risk_kill", "at_risk_power", "dirty", "mark",
        ]

    /// The file's bytes: the same for every run of one workload and seed.
    ///
    /// A row holds from its time, in milliseconds since the recorded run's begin, to the next row
    /// of the same configuration and role, or to the end of the last phase. An empty `role` is all
    /// roles together.
    package static func bytes(of result: CrashResult) -> [UInt8] {
        var table = CSVTable(columns: columns)
        let mark = result.head.isInterrupted ? Mark.interrupted.rawValue : ""
        for configuration in result.configurations {
            guard let exploration = configuration.exploration, let time = exploration.time
            else { continue }
            let head = CrashCompanion.cells(of: configuration, in: result)
            for role in [""] + AtRisk.roles(of: exploration.edits) {
                for step in exploration.atRisk(role: role, over: time).joined {
                    table.append(
                        head + [
                            exploration.phases.phase(at: step.time)?.name ?? "", role,
                            NumberText.milliseconds(step.time - time.began), String(step.kill),
                            step.power.map(String.init) ?? "", String(step.dirty), mark,
                        ])
                }
            }
        }
        return table.bytes
    }
}
