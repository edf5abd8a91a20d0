/// A count that changes at instants, over a time: the number of edits at risk at each instant.
///
/// Made by a sweep over events (time, delta). Its values are exact and weighted by time: the value
/// at a random instant of the time, not at a random event.
///
///     3 │        ┌──┐
///     2 │   ┌────┘  │     ┌───┐
///     1 │   │       └─┐   │   └───── never taken back: lasts to the end
///     0 └───┴─────────┴───┴────────▶
///       from                       until
package struct StepFunction: Sendable, Hashable {
    /// A level that holds from `time` to the next step's time, or to the end.
    package struct Step: Sendable, Hashable {
        /// In nanoseconds.
        package let time: Int64
        /// The count from `time` on.
        package let level: Int

        /// Makes a step.
        package init(time: Int64, level: Int) {
            self.time = time
            self.level = level
        }
    }

    /// A change of the count at an instant, in nanoseconds.
    package struct Event: Sendable, Hashable {
        /// In nanoseconds.
        package let time: Int64
        /// How much the count changes.
        package let delta: Int

        /// Makes a change at an instant in nanoseconds.
        package init(time: Int64, delta: Int) {
            self.time = time
            self.delta = delta
        }
    }

    /// The steps; the first is at the begin of the time, and no two neighbours are equal.
    package let steps: [Step]
    /// The time it is defined on.
    package let domain: Interval

    /// - Parameters:
    ///   - events: in any order; those before the domain make its first level, those at its end or
    ///     later leave it alone. Events of one instant are one step.
    ///   - domain: the time to look at.
    /// - Precondition: the domain has a length.
    /// - Complexity: O(n log n).
    package init(events: some Sequence<Event>, over domain: Interval) {
        precondition(domain.length > 0, "a step function needs a time: the domain is empty")
        self.domain = domain
        var level = 0
        var steps: [Step] = []
        for event in events.sorted(by: { $0.time < $1.time }) {
            guard event.time < domain.ended else { break }
            level += event.delta
            let time = Swift.max(event.time, domain.began)
            if steps.last?.time == time { steps.removeLast() }
            if steps.isEmpty, time > domain.began {
                steps.append(Step(time: domain.began, level: 0))
            }
            if steps.last?.level != level { steps.append(Step(time: time, level: level)) }
        }
        self.steps = steps.isEmpty ? [Step(time: domain.began, level: 0)] : steps
    }

    /// The steps with the lengths for which they hold, in nanoseconds.
    package var pieces: [(level: Int, length: Int64)] {
        steps.indices.map { index in
            let next = index + 1 < steps.count ? steps[index + 1].time : domain.ended
            return (steps[index].level, next - steps[index].time)
        }
    }

    /// ∫ level dt, in nanoseconds.
    package var integral: Double {
        pieces.reduce(0) { $0 + Double($1.level) * Double($1.length) }
    }

    /// The level at a random instant: (1/T) ∫ level dt.
    package var mean: Double { integral / Double(domain.length) }

    /// The highest level, however short; 0 or more.
    package var max: Int { Swift.max(0, steps.map(\.level).max() ?? 0) }

    /// The smallest level that is not exceeded for at least the share `p` of the time.
    ///
    /// - Precondition: 0 ≤ `p` ≤ 1.
    package func quantile(_ p: Double) -> Int {
        precondition(p >= 0 && p <= 1, "a quantile is asked for at \(p); it is in 0...1")
        let pieces = pieces.sorted { $0.level < $1.level }
        // A billionth of T covers the rounding that binary fractions add to a product.
        let wanted = (p - 1e-9) * Double(domain.length)
        var covered = 0.0
        for piece in pieces {
            covered += Double(piece.length)
            if covered >= wanted { return piece.level }
        }
        return pieces.last?.level ?? 0
    }

    /// The share of the time with a level above zero, 0 to 1.
    package var shareAboveZero: Double {
        let above = pieces.reduce(Int64(0)) { $1.level > 0 ? $0 + $1.length : $0 }
        return Double(above) / Double(domain.length)
    }
}
