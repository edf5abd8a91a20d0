import Results
import Statistics

/// loss.csv: how many edits stood at risk when, in every run, for each role and for all.
package enum LossTable {
    static let columns =
        CompanionTable.columns + [
            "repetition", "phase", "role", "time_ms", "at_risk_kill", "at_risk_power", "dirty",
            "mark",
        ]

    /// The file's bytes.
    ///
    /// A row holds from its time, in milliseconds since the run's begin, to the next row of the
    /// same run and role, or to the end of the last phase. An empty `role` is all roles together;
    /// `at_risk_power` is empty if the run did not observe the instants at which edits became
    /// durable.
    package static func bytes(of result: WorkloadResult) -> [UInt8] {
        var table = CSVTable(columns: columns)
        for topology in result.topologies where topology.failure == nil {
            let head = CompanionTable.cells(of: topology, in: result)
            for repetition in topology.repetitions {
                let record = repetition.record
                guard let ended = record.phases.last?.ended, ended > record.began else { continue }
                let time = Interval(began: record.began, ended: ended)
                for role in [""] + AtRisk.roles(of: record.edits) {
                    let atRisk = AtRisk(
                        edits: record.edits, role: role, over: time,
                        knowsDurability: record.knowsDurability)
                    for step in atRisk.joined {
                        let phase = record.phase(at: step.time)?.name ?? ""
                        table.append(
                            head + [
                                String(record.repetition), phase, role,
                                NumberText.milliseconds(step.time - record.began),
                                String(step.kill), step.power.map(String.init) ?? "",
                                String(step.dirty), repetition.mark.rawValue,
                            ])
                    }
                }
            }
        }
        return table.bytes
    }
}
