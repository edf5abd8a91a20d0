import Results
import Statistics

/// `loss.kill`, `loss.power`, `loss.dirty`, `loss.never_durable` and `loss.silent`, from when each
/// edit was made, saved, committed and durable: Architecture.md, “Loss”.
///
///     edited ──── dirty ──── saved ──── memory ──── committed ──── disk ──── durable
///                            └─ a kill takes it ──┘
///                            └─ a loss of power takes it ──────────────────┘
package enum LossFigureBuilder {
    /// Adds the figures of one scope, for all roles together and for each that has edits to lose.
    ///
    /// All are by time: at a moment of a phase every edit counts that a crash at that moment would
    /// take, whichever phase made it. Edits without a commit stay at risk to the end.
    ///
    /// - Parameters:
    ///   - knowsDurability: whether the run observed the instants at which edits became durable; if
    ///     not, `loss.power` is left out.
    ///   - silentRoles: the roles whose saves return before the store has the saved edits; the
    ///     others have no `loss.silent`, and none has one for `nil`.
    package static func add(
        _ edits: [EditRecord], knowsDurability: Bool, silentRoles: [String]?,
        in scope: PhaseScope, to list: inout FigureList
    ) {
        let edits = edits.filter { concerns($0, scope, knowsDurability) }
        guard !edits.isEmpty else { return }
        let roles = Set(edits.map(\.role)).sorted()
        for role in [""] + roles {
            let ofRole = role.isEmpty ? edits : edits.filter { $0.role == role }
            let count = ofRole.reduce(0) { $0 + $1.count }
            func add(_ metric: Metric, _ windows: [LossWindow]) {
                Self.add(windows, in: scope, metric: metric, role: role, count: count, to: &list)
            }
            add(Metric.lossKill, ofRole.compactMap { window($0, to: $0.committed, scope) })
            if knowsDurability {
                add(Metric.lossPower, ofRole.compactMap { window($0, to: $0.durable, scope) })
            }
            add(Metric.lossDirty, ofRole.map { dirtyWindow($0, scope) })
            // Lost without any crash: saved edits that never reached the store.
            let never = ofRole.reduce(0) {
                $1.saved != nil && $1.committed == nil ? $0 + $1.count : $0
            }
            list.add(Metric.lossNeverDurable[.total], Double(never), role: role, count: count)
            let silent = ofRole.filter { silentRoles?.contains($0.role) == true }
            if !silent.isEmpty { addSilent(silent, in: scope, role: role, to: &list) }
        }
    }

    /// Adds edits that are lost without any crash: a later save failed, and their editor got no
    /// error.
    ///
    /// Each edit counts once, in the phase in which that happened first.
    private static func addSilent(
        _ edits: [EditRecord], in scope: PhaseScope, role: String, to list: inout FigureList
    ) {
        let lost = edits.filter { $0.silentlyFailed.map(scope.contains) ?? false }
        func count(_ edits: [EditRecord]) -> Int { edits.reduce(0) { $0 + $1.count } }
        list.add(
            Metric.lossSilent[.total], Double(count(lost)), role: role, count: count(edits))
    }

    /// Whether an edit could be lost at some moment of the scope.
    private static func concerns(
        _ edit: EditRecord, _ scope: PhaseScope, _ knowsDurability: Bool
    ) -> Bool {
        guard let first = scope.intervals.first, let last = scope.intervals.last else {
            return false
        }
        let end = knowsDurability ? edit.durable : edit.committed
        return edit.edited < last.ended && (end ?? .max) > first.began
    }

    /// The time in which the app wrongly believes an edit safe, from saved on.
    ///
    /// `nil` before it is saved.
    private static func window(
        _ edit: EditRecord, to end: Int64?, _ scope: PhaseScope
    ) -> LossWindow? {
        edit.saved.map { saved in
            LossWindow(
                opened: scope.place(of: saved), closed: end.map(scope.place), edits: edit.count)
        }
    }

    /// The time in which the app knows that an edit is unsafe: from edited to saved, or to
    /// committed if that came first.
    private static func dirtyWindow(_ edit: EditRecord, _ scope: PhaseScope) -> LossWindow {
        let ends = [edit.saved, edit.committed].compactMap { $0 }
        return LossWindow(
            opened: scope.place(of: edit.edited), closed: ends.min().map(scope.place),
            edits: edit.count)
    }

    private static func add(
        _ windows: [LossWindow], in scope: PhaseScope, metric: Metric, role: String, count: Int,
        to list: inout FigureList
    ) {
        let loss = LossFigures(windows: windows, over: scope.mapped)
        requireLittlesLaw(loss, windows, over: scope.mapped)
        let values: [(Statistic, Double)] = [
            (.exposure, loss.exposure), (.p50, Double(loss.p50)), (.p95, Double(loss.p95)),
            (.p99, Double(loss.p99)), (.max, Double(loss.max)),
            (.longestWindow, loss.longestWindowSeconds), (.shareAtRisk, loss.shareAtRiskPercent),
        ]
        for (statistic, value) in values {
            list.add(metric[statistic], value, role: role, count: count)
        }
    }

    /// The mean level of a queue is its rate times the mean time in it, however it was counted: the
    /// area under the curve against the sum of the lags.
    private static func requireLittlesLaw(
        _ loss: LossFigures, _ windows: [LossWindow], over time: Interval
    ) {
        let lags = windows.reduce(0.0) { sum, window in
            let opened = max(window.opened, time.began)
            let closed = min(window.closed ?? .max, time.ended)
            return sum + Double(max(0, closed - opened)) * Double(window.edits)
        }
        let expected = lags / Double(time.length)
        precondition(
            abs(expected - loss.exposure) <= 1e-6 * max(1, expected),
            """
            the area under the at-risk curve is \(loss.exposure) edits, rate times lag is \
            \(expected): one of the two is counted wrong
            """)
    }
}
