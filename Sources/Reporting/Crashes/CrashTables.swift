import Results

/// The tables of report.md of `lab crash`.
enum CrashTables {
    private static let none = SummaryColumns.none

    // MARK: Losses

    /// The losses by a kill and by a loss of power: for all roles, then for each; last the types of
    /// store without figures.
    ///
    /// - Parameter ofRoles: whether to show single roles, and not all together; `nil` for both.
    static func losses(
        _ configurations: [CrashConfiguration], unmeasured: [UnmeasuredStore] = [],
        ofRoles: Bool? = nil
    ) -> ReportTable {
        let rows = configurations.flatMap { configuration -> [[String]] in
            guard !configuration.losses.isEmpty else { return [] }
            return ([""] + configurations.roles).filter { $0.isEmpty != ofRoles }.map { role in
                [configuration.label, configuration.mode, role.isEmpty ? "all" : role]
                    + [
                        Metric.lossKill[.exposure], Metric.lossKill[.max],
                        Metric.lossKill[.longestWindow],
                        Metric.lossPower[.exposure], Metric.lossPower[.max],
                        Metric.lossPower[.longestWindow],
                        Metric.lossDirty[.exposure], Metric.lossNeverDurable[.total],
                    ].map { configuration.loss($0, role: role).map(NumberText.short) ?? none }
            }
        }
        return ReportTable(
            head: [
                "topology", "mode", "role", "kill: mean", "max", "window s", "power: mean", "max",
                "window s", "dirty: mean", "never stored",
            ], left: 3,
            rows: rows
                + unmeasured.map { store in
                    ["any", store.type, "all", "not measured"] + Array(repeating: none, count: 7)
                })
    }

    // MARK: States

    private static let models = [
        "K0": "a kill between two operations",
        "K1": "a kill in the middle of a write, at 4 KiB",
        "P0": "a loss of power that takes all that is not synced",
        "P2": "one that leaves some writes of it",
        "P3": "one that leaves some sectors of it",
        "N3": "the same, and the device dies again while SQLite recovers",
    ]

    /// The judged states of each model, over all configurations.
    static func models(_ configurations: [CrashConfiguration]) -> ReportTable {
        let tallies = configurations.compactMap(\.exploration).flatMap(\.tallies)
        let names = tallies.map(\.model).reduce(into: [String]()) { names, name in
            if !names.contains(name) { names.append(name) }
        }
        let rows = names.map { name in
            let own = tallies.filter { $0.model == name && $0.states > 0 }
            // Each bound is of one configuration's samples: the weakest holds for all of them.
            let bounds = own.compactMap(\.sampledBound)
            let isBounded = bounds.count == own.count
            return [name, models[name] ?? ""]
                + [own.map(\.states), own.map(\.images), own.map(\.checks), own.map(\.violations)]
                .map { NumberText.grouped(Double($0.reduce(0, +))) }
                + [isBounded ? bounds.max().map(percent) ?? none : none]
        }
        return ReportTable(
            head: ["model", "crash", "states", "images", "checked", "violations", "95 % bound"],
            left: 2, rows: rows)
    }

    /// The recorded operations and judged states of each configuration.
    static func explorations(_ configurations: [CrashConfiguration]) -> ReportTable {
        let rows = configurations.compactMap { configuration -> [String]? in
            guard let exploration = configuration.exploration else { return nil }
            let counts = [
                exploration.operations, exploration.syncs, exploration.commits,
                exploration.commitsLostAtMost, exploration.states, exploration.images,
                exploration.checks, exploration.violations.count,
            ]
            return [configuration.label, configuration.mode]
                + counts.map { NumberText.grouped(Double($0)) }
                + [exploration.upperBound.map(percent) ?? none, exact(exploration)]
        }
        return ReportTable(
            head: [
                "topology", "mode", "operations", "syncs", "commits", "power takes, commits",
                "states", "images", "checked", "violations", "95 % bound", "exact kills",
            ], left: 2, rows: rows)
    }

    private static func percent(_ share: Double) -> String { NumberText.short(100 * share) + " %" }

    /// The number of kills that left the predicted files, of those that were tried.
    private static func exact(_ exploration: ExplorationRecord) -> String {
        let tried = exploration.exactKills.filter { $0.found != nil }
        guard !tried.isEmpty else { return none }
        return "\(tried.count { $0.found == $0.predicted })/\(tried.count)"
    }

    // MARK: Kills

    /// How children that were killed on the real clock were found again.
    static func kills(_ configurations: [CrashConfiguration]) -> ReportTable {
        let rows = configurations.filter { !$0.kills.isEmpty }.map { configuration in
            let kills = configuration.kills
            func count(_ verdict: CrashVerdict) -> String {
                String(kills.count { $0.verdict == verdict })
            }
            return [
                configuration.label, configuration.mode, "real", String(kills.count),
                count(.predicted), count(.predictedInFlight), count(.violation),
                String(kills.map(\.editsLost).max() ?? 0),
                String(kills.map(\.editsDirtyLost).max() ?? 0),
            ]
        }
        return ReportTable(
            head: [
                "topology", "mode", "clock", "killed", "as predicted", "and the save in flight",
                "violations", "most saved edits lost", "most dirty edits lost",
            ], left: 3, rows: rows)
    }
}
