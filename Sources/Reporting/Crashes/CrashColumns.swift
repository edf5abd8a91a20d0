import Results

/// The table that `lab crash` prints: a row a topology and mode.
enum CrashColumns {
    /// The meaning of the columns.
    ///
    /// - Parameter columns: those that are shown.
    static func legend(of columns: [TextTable.Column]) -> String {
        let lost = "lost: saved edits that a kill or a loss of power takes, over the recorded run"
        guard columns.contains(where: { $0.title == "states" }) else { return lost }
        return lost
            + "; states: disks that a crash may leave, each recovered and judged; bound: the share "
            + "of bad states that so many samples would have found in 95 of 100 runs"
    }

    /// Topology and mode name a row; then what is lost.
    static func losses(of configurations: [CrashConfiguration]) -> [TextTable.Column] {
        let noKill = "kill loses (no topology lost an edit to a kill)"
        let noPower = "power loss takes (no topology lost an edit)"
        return [
            TextTable.Column(
                title: "topology", alignsLeft: true, cells: configurations.map(\.label)),
            TextTable.Column(title: "mode", alignsLeft: true, cells: configurations.map(\.mode)),
            loss("kill loses", "mean", Metric.lossKill[.exposure], noKill, configurations),
            loss("kill loses", "max", Metric.lossKill[.max], noKill, configurations),
            loss("power loss takes", "mean", Metric.lossPower[.exposure], noPower, configurations),
            loss("power loss takes", "max", Metric.lossPower[.max], noPower, configurations),
            count("power loss takes", "commits", noPower, configurations) { $0.commitsLostAtMost },
        ]
    }

    /// What was judged, and how much of it was bad.
    static func judged(of configurations: [CrashConfiguration]) -> [TextTable.Column] {
        [
            count("", "states", nil, configurations) { $0.states },
            count("", "images", nil, configurations) { $0.images },
            count("", "checked", nil, configurations) { $0.checks },
            count("", "bad", nil, configurations) { $0.violations.count },
            TextTable.Column(
                title: "bound", rank: 1,
                cells: configurations.map {
                    $0.exploration?.upperBound.map { NumberText.short(100 * $0) + " %" }
                        ?? SummaryColumns.none
                }),
            TextTable.Column(title: "kills", rank: 1, cells: configurations.map(kills)),
        ]
    }

    /// What was judged as a sentence if nothing was bad: a table of zeros in other words.
    ///
    /// `nil` if anything was bad, or a configuration was not explored to its end.
    static func judgedWell(_ configurations: [CrashConfiguration]) -> String? {
        let explorations = configurations.compactMap(\.exploration)
        let kills = configurations.map(endings)
        guard !explorations.isEmpty, explorations.count == configurations.count,
            explorations.allSatisfy({ $0.violations.isEmpty && $0.control.isEmpty }),
            kills.allSatisfy({ $0.good == $0.count })
        else { return nil }
        let all = explorations.count == 1 ? "the row" : "each of the \(explorations.count) rows"
        var parts = [
            "\(all): \(range(explorations.map(\.states))) states judged, 0 bad"
        ]
        if let bound = explorations.compactMap(\.upperBound).max() {
            parts.append(
                "so many samples would have found a share of bad ones above "
                    + "\(NumberText.short(100 * bound)) % in 95 of 100 runs")
        }
        if kills.contains(where: { $0.count > 0 }) {
            parts.append("real kills: \(range(kills.map(\.count))), all as predicted")
        }
        return parts.joined(separator: "; ")
    }

    /// `571–2,104`, or one number.
    private static func range(_ counts: [Int]) -> String {
        let texts = [counts.min() ?? 0, counts.max() ?? 0].map { NumberText.grouped(Double($0)) }
        return texts[0] == texts[1] ? texts[0] : texts.joined(separator: "–")
    }

    /// Predicted endings of real children, of all of them.
    private static func kills(_ configuration: CrashConfiguration) -> String {
        let (good, count) = endings(configuration)
        return count > 0 ? "\(good)/\(count)" : SummaryColumns.none
    }

    /// The real kills, and how many of them ended as predicted.
    static func endings(_ configuration: CrashConfiguration) -> (good: Int, count: Int) {
        let exact = configuration.exploration?.exactKills.filter { $0.found != nil } ?? []
        let good =
            exact.count { $0.found == $0.predicted }
            + configuration.kills.count { $0.verdict != .violation }
        return (good, exact.count + configuration.kills.count)
    }

    private static func loss(
        _ group: String, _ title: String, _ measure: Measure, _ zeros: String,
        _ configurations: [CrashConfiguration]
    ) -> TextTable.Column {
        TextTable.Column(
            group: group, title: title, zeros: zeros,
            cells: configurations.map { configuration in
                configuration.loss(measure).map(NumberText.short) ?? SummaryColumns.none
            })
    }

    private static func count(
        _ group: String, _ title: String, _ zeros: String?,
        _ configurations: [CrashConfiguration], _ value: (ExplorationRecord) -> Int
    ) -> TextTable.Column {
        TextTable.Column(
            group: group, title: title, zeros: zeros,
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
