import Results

/// crashes.csv of `lab crash`: for each topology, mode of SQLite and crash model, how many states
/// were judged and what they held; then every child that was killed.
///
/// All rows but those of kind `kill` are the same bytes for every run of one workload and seed.
package enum ExplorationTable {
    static let columns = [
        "schema", "workload", "workload_digest", "seed", "topology", "variant", "mode", "control",
        "kind", "model", "states", "images", "checks", "violations", "upper_bound_95", "commits",
        "operations", "syncs", "at", "edits_made", "edits_saved", "edits_committed",
        "edits_recovered", "edits_lost", "edits_dirty_lost", "verdict", "detail",
    ]

    /// The file's bytes.
    package static func bytes(of result: CrashResult) -> [UInt8] {
        var table = CSVTable(columns: columns)
        for configuration in result.configurations {
            let head = [
                String(result.head.schema), result.head.workload, result.head.workloadDigest,
                String(result.head.seed), configuration.topology, configuration.variant,
                configuration.mode, configuration.exploration?.control ?? "",
            ]
            if let exploration = configuration.exploration {
                for tally in exploration.tallies {
                    table.append(head + cells(of: tally, in: exploration))
                }
                for violation in exploration.violations {
                    table.append(head + cells(of: violation))
                }
                for kill in exploration.exactKills { table.append(head + cells(of: kill)) }
            }
            for kill in configuration.kills { table.append(head + cells(of: kill)) }
        }
        return table.bytes
    }

    private static func cells(
        of tally: CrashTally, in exploration: ExplorationRecord
    ) -> [String] {
        [
            "explored", tally.model, String(tally.states), String(tally.images),
            String(tally.checks), String(tally.violations),
            tally.upperBound.map(NumberText.exact) ?? "", String(exploration.commits),
            String(exploration.operations), String(exploration.syncs),
        ] + blank(9)
    }

    private static func cells(of violation: CrashViolation) -> [String] {
        let model = String(violation.state.prefix { $0 != "/" })
        let cause = violation.cause.isEmpty ? "" : "; \(violation.cause)"
        return ["violation", model] + blank(8) + [violation.state] + blank(6)
            + ["violation", violation.message + cause]
    }

    private static func cells(of kill: ExactKill) -> [String] {
        let place = "\(kill.isAfter ? "after" : "before") operation \(kill.operation)"
        let verdict = kill.found.map { $0 == kill.predicted ? "predicted" : "violation" } ?? ""
        return ["exact-kill", "K0"] + blank(8) + [place] + blank(6) + [verdict, kill.predicted]
    }

    private static func cells(of kill: CrashRecord) -> [String] {
        ["kill", kill.point] + blank(8)
            + [
                NumberText.exact(kill.at), String(kill.editsMade), String(kill.editsSaved),
                String(kill.editsCommitted), String(kill.editsRecovered), String(kill.editsLost),
                String(kill.editsDirtyLost), kill.verdict, kill.detail,
            ]
    }

    private static func blank(_ count: Int) -> [String] { Array(repeating: "", count: count) }
}
