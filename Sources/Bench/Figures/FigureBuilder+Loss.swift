import Results
import Statistics

extension FigureBuilder {
    /// `loss.kill` and `loss.dirty`, for all roles together and for each that has edits to lose.
    ///
    /// Both are by time: at a moment of a phase every edit counts that a crash at that moment would
    /// take, whichever phase made it. Edits that nobody committed stay at risk to the end.
    static func addLoss(of record: RunRecord, in scope: PhaseScope, to list: inout FigureList) {
        let edits = record.edits.filter { concerns($0, scope) }
        guard !edits.isEmpty else { return }
        let roles = Set(edits.map(\.role)).sorted()
        for role in [""] + roles {
            let ofRole = role.isEmpty ? edits : edits.filter { $0.role == role }
            let count = ofRole.reduce(0) { $0 + $1.count }
            add(
                LossFigures(
                    windows: ofRole.compactMap { killWindow($0, scope) }, over: scope.mapped),
                metric: "loss.kill", role: role, count: count, to: &list)
            add(
                LossFigures(windows: ofRole.map { dirtyWindow($0, scope) }, over: scope.mapped),
                metric: "loss.dirty", role: role, count: count, to: &list)
        }
    }

    /// Whether an edit could be lost at some moment of the scope.
    private static func concerns(_ edit: EditRecord, _ scope: PhaseScope) -> Bool {
        guard let first = scope.intervals.first, let last = scope.intervals.last else {
            return false
        }
        return edit.edited < last.ended && (edit.committed ?? .max) > first.began
    }

    /// From saved to committed: what the app believes safe and is not. `nil` before it is saved.
    private static func killWindow(_ edit: EditRecord, _ scope: PhaseScope) -> LossWindow? {
        edit.saved.map { saved in
            LossWindow(
                opened: scope.place(of: saved), closed: edit.committed.map(scope.place),
                edits: edit.count)
        }
    }

    /// From edited to saved, or to committed where that came first: what the app knows is not safe.
    private static func dirtyWindow(_ edit: EditRecord, _ scope: PhaseScope) -> LossWindow {
        let ends = [edit.saved, edit.committed].compactMap { $0 }
        return LossWindow(
            opened: scope.place(of: edit.edited), closed: ends.min().map(scope.place),
            edits: edit.count)
    }

    private static func add(
        _ loss: LossFigures, metric: String, role: String, count: Int, to list: inout FigureList
    ) {
        let edits: [(String, Double)] = [
            ("exposure", loss.exposure), ("p50", Double(loss.p50)), ("p95", Double(loss.p95)),
            ("p99", Double(loss.p99)), ("max", Double(loss.max)),
        ]
        for (statistic, value) in edits {
            list.add(metric, statistic, value, "edits", role: role, count: count)
        }
        list.add(
            metric, "longest_window", loss.longestWindowSeconds, "s", role: role, count: count)
        list.add(metric, "share_at_risk", loss.shareAtRiskPercent, "%", role: role, count: count)
    }
}
