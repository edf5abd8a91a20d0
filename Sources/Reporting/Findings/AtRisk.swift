import Results
import Statistics

/// The edits of a run that stood at risk, as steps over time.
package struct AtRisk: Sendable {
    /// Saved and not committed: a kill takes them, and the app believes them safe.
    package let kill: StepFunction
    /// Edited and not saved: a crash takes them, and the app knows about them.
    package let dirty: StepFunction

    /// The steps over a time.
    ///
    /// - Parameter role: whose edits; empty for everyone's.
    /// - Precondition: the time has a length.
    package init(edits: [EditRecord], role: String, over time: Interval) {
        let edits = edits.filter { role.isEmpty || $0.role == role }
        kill = StepFunction(
            events: edits.flatMap { edit in
                // What was never saved is dirty and nothing else.
                edit.saved.map { AtRisk.window(edit.count, from: $0, to: edit.committed) } ?? []
            }, over: time)
        dirty = StepFunction(
            events: edits.flatMap { AtRisk.window($0.count, from: $0.edited, to: $0.saved) },
            over: time)
    }

    /// The roles that edited, in the order of their names.
    package static func roles(of record: RunRecord) -> [String] {
        Set(record.edits.map(\.role)).sorted()
    }

    /// Both counts from an instant on.
    package struct Step: Sendable, Hashable {
        /// In nanoseconds.
        package let time: Int64
        package let kill: Int
        package let dirty: Int
    }

    /// Both counts at every instant at which one of them changes.
    package var joined: [Step] {
        var joined: [Step] = []
        var kill = kill.steps[...]
        var dirty = dirty.steps[...]
        var levels = (kill: 0, dirty: 0)
        while let time = [kill.first?.time, dirty.first?.time].compactMap(\.self).min() {
            if let step = kill.first, step.time == time {
                levels.kill = step.level
                kill.removeFirst()
            }
            if let step = dirty.first, step.time == time {
                levels.dirty = step.level
                dirty.removeFirst()
            }
            joined.append(Step(time: time, kill: levels.kill, dirty: levels.dirty))
        }
        return joined
    }

    /// The last counts again, at a later instant: the end of a line that is drawn in steps.
    package func last(at time: Int64) -> Step {
        Step(time: time, kill: kill.steps.last?.level ?? 0, dirty: dirty.steps.last?.level ?? 0)
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
