import Results

/// crashes.csv of `lab crash`: for each topology, mode of SQLite and crash model, the number of
/// judged states and their results; then every killed child; last the types of store without a
/// judgement.
///
/// All rows but those of kind `kill` are the same bytes for every run of one workload and seed.
package enum ExplorationTable {
    static let columns =
        CrashCompanion.columns + [
            "kind", "model", "states", "images", "checks", "violations", "upper_bound_95",
            "commits", "operations", "syncs", "at", "edits_made", "edits_saved",
            "edits_committed", "edits_recovered", "edits_lost", "edits_dirty_lost", "verdict",
            "detail", "mark",
        ]

    /// The file's bytes.
    ///
    /// `upper_bound_95` is set if states were sampled and none was bad. `mark` is `real` for a
    /// child killed on the real clock, and `interrupted` in the other rows of an interrupted
    /// command.
    package static func bytes(of result: CrashResult) -> [UInt8] {
        var table = CSVTable(columns: columns)
        let mark = result.head.isInterrupted ? Mark.interrupted.rawValue : ""
        for configuration in result.configurations {
            let head = CrashCompanion.cells(of: configuration, in: result)
            var rows: [[String]] = []
            if let exploration = configuration.exploration {
                rows += exploration.tallies.map { cells(of: $0, in: exploration) }
                rows += exploration.violations.map(cells)
                rows += exploration.exactKills.map(cells)
            } else if let failure = configuration.failure {
                rows.append(cells(of: failure))
            }
            for row in rows { table.append(head + row + [mark]) }
            for kill in configuration.kills { table.append(head + cells(of: kill) + ["real"]) }
        }
        for store in result.unmeasured {
            table.append(CrashCompanion.cells(of: store, in: result) + cells(of: store) + [mark])
        }
        return table.bytes
    }

    private static func cells(
        of tally: CrashTally, in exploration: ExplorationRecord
    ) -> [String] {
        [
            "explored", tally.model, String(tally.states), String(tally.images),
            String(tally.checks), String(tally.violations),
            tally.sampledBound.map(NumberText.exact) ?? "", String(exploration.commits),
            String(exploration.operations), String(exploration.syncs),
        ] + blank(9)
    }

    private static func cells(of violation: CrashViolation) -> [String] {
        let model = String(violation.state.prefix { $0 != "/" })
        let cause = violation.cause.isEmpty ? "" : "; \(violation.cause)"
        return [CrashVerdict.violation.rawValue, model] + blank(8) + [violation.state] + blank(6)
            + [CrashVerdict.violation.rawValue, violation.message + cause]
    }

    private static func cells(of kill: ExactKill) -> [String] {
        let place = "\(kill.isAfter ? "after" : "before") operation \(kill.operation)"
        let verdict =
            kill.found.map {
                ($0 == kill.predicted ? CrashVerdict.predicted : .violation).rawValue
            } ?? ""
        return ["exact-kill", "K0"] + blank(8) + [place] + blank(6) + [verdict, kill.predicted]
    }

    private static func cells(of kill: CrashRecord) -> [String] {
        ["kill", kill.point] + blank(8)
            + [
                NumberText.exact(kill.at), String(kill.editsMade), String(kill.editsSaved),
                String(kill.editsCommitted), String(kill.editsRecovered), String(kill.editsLost),
                String(kill.editsDirtyLost), kill.verdict.rawValue, kill.detail,
            ]
    }

    /// The row of a configuration without other results.
    ///
    /// Its message stays in run.json: it may name the process.
    private static func cells(of failure: RunFailure) -> [String] {
        ["failure", ""] + blank(15) + [failure.kind.rawValue, ""]
    }

    private static func cells(of store: UnmeasuredStore) -> [String] {
        ["not-measured", ""] + blank(16) + [store.reason]
    }

    private static func blank(_ count: Int) -> [String] { Array(repeating: "", count: count) }
}
