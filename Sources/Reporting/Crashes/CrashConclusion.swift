import Results

/// The losses by a kill and by a loss of power, in two sentences that follow from the figures, and
/// the result of the judged states.
package enum CrashConclusion {
    /// The sentences; `nil` if no configuration has figures.
    package static func sentences(_ configurations: [CrashConfiguration]) -> String? {
        let judged = configurations.filter { $0.loss(Metric.lossKill[.max]) != nil }
        guard !judged.isEmpty else { return nil }
        let broken = controls(judged.compactMap(\.exploration))
        let caution =
            broken.isEmpty
            ? []
            : [
                "\(TextLines.list(broken)) was broken on purpose: what a store in order loses, a "
                    + "run without --control tells."
            ]
        return (caution + [kill(judged), power(judged)]).joined(separator: " ")
    }

    // MARK: Kill

    /// A kill leaves the kernel's view of the files, so the mode of SQLite does not matter: each
    /// topology is judged by its worst mode and batch size.
    private static func kill(_ judged: [CrashConfiguration]) -> String {
        let losses = judged.variants.compactMap { variant in
            greatest(judged.filter { $0.variant == variant }, by: Metric.lossKill)
        }
        let safe = losses.filter { $0.most == 0 }.map(\.configuration.variant)
        let lossy = losses.filter { $0.most > 0 }
        guard !safe.isEmpty else {
            let clauses = lossy.map {
                "from \($0.configuration.variant) up to \(edits($0.most)), \($0.onAverage)"
            }
            return "A kill takes \(clauses.joined(separator: "; "))."
        }
        let clauses = lossy.map {
            "\($0.configuration.variant) may lose up to \(edits($0.most)), \($0.onAverage)"
        }
        let nothing = "A kill takes nothing from \(TextLines.list(safe))"
        return ([nothing] + clauses).joined(separator: "; ") + "."
    }

    // MARK: Loss of power

    private static func power(_ judged: [CrashConfiguration]) -> String {
        var nothing: [String] = []
        var asKill: [String] = []
        var clauses: [String] = []
        for mode in judged.modes {
            let own = judged.filter { $0.mode == mode }
            guard let worst = greatest(own, by: Metric.lossPower) else { continue }
            if worst.most == 0 {
                nothing.append(mode)
            } else if own.allSatisfy(isPowerAsKill) {
                asKill.append(mode)
            } else {
                let whose = owner(of: worst, among: own)
                clauses.append("up to \(edits(worst.most)) in \(mode) (\(whose)\(worst.onAverage))")
            }
        }
        var parts: [String] = []
        if !nothing.isEmpty { parts.append("nothing in \(TextLines.list(nothing))") }
        if !asKill.isEmpty { parts.append("in \(TextLines.list(asKill)) no more than a kill") }
        return "A loss of power takes \(TextLines.list(clauses + parts))."
    }

    /// Whose loss it is; a topology alone need not be named.
    private static func owner(of worst: Loss, among own: [CrashConfiguration]) -> String {
        guard own.count > 1 else { return "" }
        let isShared = own.allSatisfy {
            $0.loss(Metric.lossPower[.max]) == worst.most
                && $0.loss(Metric.lossPower[.exposure]) == worst.mean
        }
        return isShared ? "all topologies alike, " : "\(worst.configuration.label), "
    }

    /// Neither at the worst instant nor on average: after one flush of everything a kill takes
    /// nothing for long, and a loss of power may take all of it.
    private static func isPowerAsKill(_ configuration: CrashConfiguration) -> Bool {
        [Statistic.max, .exposure].allSatisfy { statistic in
            guard let power = configuration.loss(Metric.lossPower[statistic]),
                let kill = configuration.loss(Metric.lossKill[statistic])
            else { return false }
            return power <= kill
        }
    }

    // MARK: Words

    private struct Loss {
        let configuration: CrashConfiguration
        let most: Double
        let mean: Double

        var onAverage: String { "\(NumberText.short(mean)) on average" }
    }

    /// The configuration with the greatest loss, the first of equals; its mean is its own.
    private static func greatest(
        _ configurations: [CrashConfiguration], by metric: Metric
    ) -> Loss? {
        var worst: Loss?
        for configuration in configurations {
            guard let most = configuration.loss(metric[.max]),
                let mean = configuration.loss(metric[.exposure])
            else { continue }
            if worst == nil || (most, mean) > (worst!.most, worst!.mean) {
                worst = Loss(configuration: configuration, most: most, mean: mean)
            }
        }
        return worst
    }

    private static func edits(_ count: Double) -> String {
        "\(NumberText.short(count)) saved edit\(count == 1 ? "" : "s")"
    }

    // MARK: States

    /// The parts that were broken on purpose, in the order of their names.
    private static func controls(_ explorations: [ExplorationRecord]) -> [String] {
        Set(explorations.map(\.control)).subtracting([""]).sorted()
    }

    /// The number of judged states, and whether one was bad; `nil` if none was judged.
    package static func states(_ configurations: [CrashConfiguration]) -> String? {
        let explorations = configurations.compactMap(\.exploration)
        let count = explorations.reduce(0) { $0 + $1.states }
        guard count > 0 else { return nil }
        let bad = explorations.reduce(0) { $0 + $1.tallies.reduce(0) { $0 + $1.violations } }
        let all = explorations.reduce(0) { $0 + $1.violations.count }
        // What was called saved and was not there, commits that hold something else, and dates of
        // durable commits that two computations differ in.
        let beside = max(0, all - bad)
        let runs =
            explorations.count == 1 ? "one recorded run" : "\(explorations.count) recorded runs"
        let judged =
            "\(NumberText.grouped(Double(count))) states that a crash may leave of \(runs) were "
            + "recovered and judged"
        let broken = controls(explorations)
        guard all > 0 else {
            let although =
                broken.isEmpty ? "" : ", although \(TextLines.list(broken)) was broken on purpose"
            return "\(judged): each is what a commit left, and one that this crash may leave"
                + "\(although)."
        }
        let reason = broken.isEmpty ? "" : ", with \(TextLines.list(broken)) broken on purpose"
        let found =
            switch bad {
            case 0: "each is one that this crash may leave"
            case 1: "1 is not what may be there"
            default: "\(NumberText.grouped(Double(bad))) are not what may be there"
            }
        let other =
            switch beside {
            case 0: ""
            case 1: ", and 1 thing beside the states is wrong"
            default:
                ", and \(NumberText.grouped(Double(beside))) things beside the states are wrong"
            }
        return "\(judged): \(found)\(other)\(reason)."
    }
}
