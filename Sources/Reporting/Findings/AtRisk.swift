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

    /// A window that closes before it opens holds nothing; one that never closes stays open.
    private static func window(
        _ count: Int, from opened: Int64, to closed: Int64?
    ) -> [StepFunction.Event] {
        guard let closed else { return [.init(time: opened, delta: count)] }
        guard closed > opened else { return [] }
        return [.init(time: opened, delta: count), .init(time: closed, delta: -count)]
    }
}
