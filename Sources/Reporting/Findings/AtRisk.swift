import Results
import Statistics

/// The edits of a run that stood at risk, as steps over time.
package struct AtRisk: Sendable {
    /// Saved and not committed: a kill takes them, and the app believes them safe.
    package let kill: StepFunction
    /// Edited and not saved, nor committed before that: a crash takes them, and the app knows.
    package let dirty: StepFunction
    /// Saved edits that are not durable: a loss of power takes them.
    ///
    /// `nil` if the run did not observe durability.
    package let power: StepFunction?

    /// The steps over a time.
    ///
    /// - Parameters:
    ///   - role: the role whose edits count; empty for all roles.
    ///   - knowsDurability: whether the run observed the instants at which edits became durable.
    /// - Precondition: the time has a length.
    package init(
        edits: [EditRecord], role: String, over time: Interval, knowsDurability: Bool = false
    ) {
        let edits = edits.filter { role.isEmpty || $0.role == role }
        // An edit that was never saved is only dirty: it counts in neither of the other steps.
        func steps(_ window: (EditRecord) -> [StepFunction.Event]) -> StepFunction {
            StepFunction(events: edits.flatMap(window), over: time)
        }
        kill = steps { edit in
            edit.saved.map { AtRisk.window(edit.count, from: $0, to: edit.committed) } ?? []
        }
        dirty = steps { edit in
            let ends = [edit.saved, edit.committed].compactMap(\.self)
            return AtRisk.window(edit.count, from: edit.edited, to: ends.min())
        }
        power =
            knowsDurability
            ? steps { edit in
                edit.saved.map { AtRisk.window(edit.count, from: $0, to: edit.durable) } ?? []
            } : nil
    }

    /// The roles that edited, in the order of their names.
    package static func roles(of edits: [EditRecord]) -> [String] {
        Set(edits.map(\.role)).sorted()
    }

    /// All counts from an instant on.
    package struct Step: Sendable, Hashable {
        /// In nanoseconds.
        package let time: Int64
        package let kill: Int
        package let dirty: Int
        /// Edits that a loss of power takes; `nil` if the run did not observe durability.
        package let power: Int?
    }

    /// All counts at every instant at which one of them changes.
    package var joined: [Step] {
        var rest = [kill.steps[...], dirty.steps[...]] + (power.map { [$0.steps[...]] } ?? [])
        var levels = rest.map { _ in 0 }
        var joined: [Step] = []
        while let time = rest.compactMap(\.first?.time).min() {
            for index in rest.indices where rest[index].first?.time == time {
                levels[index] = rest[index].removeFirst().level
            }
            joined.append(
                Step(
                    time: time, kill: levels[0], dirty: levels[1],
                    power: power == nil ? nil : levels[2]))
        }
        return joined
    }

    /// The last counts again, at a later instant: the end of a line that is drawn in steps.
    package func last(at time: Int64) -> Step {
        Step(
            time: time, kill: kill.steps.last?.level ?? 0, dirty: dirty.steps.last?.level ?? 0,
            power: power.map { $0.steps.last?.level ?? 0 })
    }

    /// A window that closes before it opens holds nothing; one that never closes stays open.
    private static func window(
        _ count: Int, from opened: Int64, to closed: Int64?
    ) -> [StepFunction.Event] {
        guard let closed else { return [.init(time: opened, delta: count)] }
        guard closed > opened else { return [] }
        return [.init(time: opened, delta: count), .init(time: closed, delta: -count)]
    }
}
