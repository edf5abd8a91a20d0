import Results
import Statistics

/// The time that a set of figures speaks of: one phase, or all measured phases as one.
///
/// Phases that follow one another directly make one interval, so that a stretch across their border
/// stays whole in `all`. Where an unmeasured phase lies between, there are several, and times are
/// mapped onto them as if they were joined:
///
///     run     ├ idle ┤├ import ┤├ (rest) ┤├ settle ┤
///     all     ├───────────────┤          ├────────┤
///     mapped  ├───────────────┼────────┤
package struct PhaseScope: Sendable {
    /// The value of the figures' `phase`.
    package let name: String
    /// The names of the phases in it.
    package let phases: Set<String>
    /// Disjoint, in order.
    package let intervals: [Interval]

    /// One scope a measured phase, and the one over all of them last.
    package static func scopes(of phases: [PhaseRecord]) -> [PhaseScope] {
        let measured = phases.filter { $0.isMeasured && $0.ended > $0.began }
        guard !measured.isEmpty else { return [] }
        let single = measured.map { PhaseScope(name: $0.name, phases: [$0]) }
        return single + [PhaseScope(name: PhaseName.all, phases: measured)]
    }

    private init(name: String, phases: [PhaseRecord]) {
        self.name = name
        self.phases = Set(phases.map(\.name))
        var intervals: [Interval] = []
        for phase in phases {
            if let last = intervals.last, phase.began <= last.ended {
                intervals[intervals.count - 1] = Interval(began: last.began, ended: phase.ended)
            } else {
                intervals.append(Interval(began: phase.began, ended: phase.ended))
            }
        }
        self.intervals = intervals
    }

    /// Its length in nanoseconds.
    package var length: Int64 { intervals.reduce(0) { $0 + $1.length } }

    /// From nought to `length`.
    package var mapped: Interval { Interval(began: 0, ended: length) }

    /// How much of a time lies in the scope, in nanoseconds.
    package func overlap(began: Int64, ended: Int64) -> Int64 {
        intervals.reduce(0) { $0 + max(0, min(ended, $1.ended) - max(began, $1.began)) }
    }

    /// Whether an instant lies in the scope.
    package func contains(_ instant: Int64) -> Bool {
        intervals.contains { $0.began <= instant && instant < $0.ended }
    }

    /// The length of the scope before an instant: its position on the joined time.
    ///
    /// Instants before the scope keep their distance to it, so that a window that opened earlier
    /// stays as long.
    package func place(of instant: Int64) -> Int64 {
        guard let first = intervals.first, instant >= first.began else {
            return instant - (intervals.first?.began ?? 0)
        }
        let before = overlap(began: first.began, ended: instant)
        guard let last = intervals.last, instant > last.ended else { return before }
        return before + instant - last.ended
    }
}
