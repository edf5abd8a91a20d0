import Results

/// The table that `lab crash` prints: a row a topology and mode.
enum CrashColumns {
    static let legend =
        "lost: saved edits that a kill or a loss of power takes, over the recorded run; states: "
        + "disks that a crash may leave, each recovered and judged; bound: the share of bad states "
        + "that so many samples would have found in 95 of 100 runs"

    static func columns(of configurations: [CrashConfiguration]) -> [TextTable.Column] {
        [
            names(of: configurations),
            loss("kill loses", "mean", Metric.lossKill[.exposure], configurations),
            loss("kill loses", "max", Metric.lossKill[.max], configurations),
            loss("power loss takes", "mean", Metric.lossPower[.exposure], configurations),
            loss("power loss takes", "max", Metric.lossPower[.max], configurations),
            count("power loss takes", "commits", configurations) { $0.commitsLostAtMost },
            count("", "states", configurations) { $0.states },
            count("", "images", configurations) { $0.images },
            count("", "checked", configurations) { $0.checks },
            count("", "bad", configurations) { $0.violations.count },
            TextTable.Column(
                title: "bound",
                cells: configurations.map {
                    $0.exploration?.upperBound.map { NumberText.short(100 * $0) + " %" }
                        ?? SummaryColumns.none
                }),
            TextTable.Column(title: "kills", cells: configurations.map(kills)),
        ]
    }

    /// Topology and mode in one column: it names the rows in each part of a table that is too wide.
    private static func names(of configurations: [CrashConfiguration]) -> TextTable.Column {
        let title = "topology"
        let width = (configurations.map(\.label) + [title]).map(\.count).max() ?? 0
        func name(_ label: String, _ mode: String) -> String {
            label + String(repeating: " ", count: width + 2 - label.count) + mode
        }
        return TextTable.Column(
            title: name(title, "mode"), alignsLeft: true,
            cells: configurations.map { name($0.label, $0.mode) })
    }

    /// Predicted endings of real children, of all of them.
    private static func kills(_ configuration: CrashConfiguration) -> String {
        let exact = configuration.exploration?.exactKills.filter { $0.found != nil } ?? []
        let count = exact.count + configuration.kills.count
        guard count > 0 else { return SummaryColumns.none }
        let good =
            exact.count { $0.found == $0.predicted }
            + configuration.kills.count { $0.verdict != .violation }
        return "\(good)/\(count)"
    }

    private static func loss(
        _ group: String, _ title: String, _ measure: Measure, _ configurations: [CrashConfiguration]
    ) -> TextTable.Column {
        TextTable.Column(
            group: group, title: title,
            cells: configurations.map { configuration in
                configuration.loss(measure).map(NumberText.short) ?? SummaryColumns.none
            })
    }

    private static func count(
        _ group: String, _ title: String, _ configurations: [CrashConfiguration],
        _ value: (ExplorationRecord) -> Int
    ) -> TextTable.Column {
        TextTable.Column(
            group: group, title: title,
            cells: configurations.map { configuration in
                configuration.exploration.map { NumberText.grouped(Double(value($0))) }
                    ?? SummaryColumns.none
            })
    }
}

extension ExplorationRecord {
    var states: Int { tallies.reduce(0) { $0 + $1.states } }
    var images: Int { tallies.reduce(0) { $0 + $1.images } }
    var checks: Int { tallies.reduce(0) { $0 + $1.checks } }

    /// The bound of the sampled models together; `nil` if a sample was bad, or none was drawn.
    var upperBound: Double? {
        let sampled = tallies.filter(\.isSampled)
        let states = sampled.reduce(0) { $0 + $1.states }
        let violations = sampled.reduce(0) { $0 + $1.violations }
        return states > 0 && violations == 0 ? min(1, 3 / Double(states)) : nil
    }
}

extension CrashTally {
    /// Whether its states are drawn by chance, so that a bound on the share of bad ones means
    /// something.
    ///
    /// The other models examine every position of the log, or selected ones.
    var isSampled: Bool { ["P2", "P3", "N3"].contains(model) }

    /// The bound for sampled states, as files and tables print it.
    var sampledBound: Double? { isSampled ? upperBound : nil }
}
