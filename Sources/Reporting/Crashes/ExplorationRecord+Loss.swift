import Results
import Statistics

extension ExplorationRecord {
    /// From the first phase's begin to the last one's end; `nil` if that time is empty.
    var time: Interval? {
        guard let ended = phases.last?.ended, ended > phases.began else { return nil }
        return Interval(began: phases.began, ended: ended)
    }

    /// The measured phases, with the time between them; `nil` if that time is empty.
    var measuredTime: Interval? {
        phases.measured.map { Interval(began: $0.lowerBound, ended: $0.upperBound) }
    }

    /// The edits at risk; an exploration always observes the instants at which edits became
    /// durable.
    func atRisk(role: String = "", over time: Interval) -> AtRisk {
        AtRisk(edits: edits, role: role, over: time, knowsDurability: true)
    }
}

extension CrashConfiguration {
    /// A figure over all measured phases: `loss.power.max`; of all roles together, or of one.
    func loss(_ measure: Measure, role: String = "") -> Double? {
        losses.first { $0.phase == PhaseName.all && $0.role == role && $0.isOf(measure) }?.value
    }

    /// The mean loss by a loss of power beyond the loss by a kill: the part due to the mode of
    /// SQLite, in edits.
    ///
    /// A commit is on the disk a little before it returns, so the difference may be below zero; it
    /// then counts as zero.
    func diskExposure(role: String = "") -> Double? {
        guard let power = loss(Metric.lossPower[.exposure], role: role),
            let kill = loss(Metric.lossKill[.exposure], role: role)
        else { return nil }
        return max(0, power - kill)
    }
}

extension [CrashConfiguration] {
    /// The variants, each once, in the order of the configurations.
    var variants: [String] {
        map(\.variant).reduce(into: []) { $0.contains($1) ? () : $0.append($1) }
    }

    /// The configurations without their modes, each once, in order.
    var labels: [String] { map(\.label).reduce(into: []) { $0.contains($1) ? () : $0.append($1) } }

    /// The modes of SQLite, each once, in the order of the configurations.
    var modes: [String] { map(\.mode).reduce(into: []) { $0.contains($1) ? () : $0.append($1) } }

    /// The roles that have something to lose, in the order of their names.
    var roles: [String] {
        Set(flatMap(\.losses).filter { $0.phase == PhaseName.all }.map(\.role)).subtracting([""])
            .sorted()
    }

    subscript(label: String, mode: String) -> CrashConfiguration? {
        first { $0.label == label && $0.mode == mode }
    }
}
