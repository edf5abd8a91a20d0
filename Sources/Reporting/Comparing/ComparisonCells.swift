import Results
import Verdicts

/// The cells of a comparison's row.
enum ComparisonCells {
    /// `+9.2 %`, `−3 edits`, `same`.
    static func change(_ row: ComparisonRow) -> String {
        guard let change = row.change else { return row.verdict == .identical ? "same" : "–" }
        return text(change.value, change, row)
    }

    /// `+7.1 … +11.3 %`; a side that has no bound is open.
    static func interval(_ row: ComparisonRow) -> String {
        guard let change = row.change, change.test != .exact else { return "" }
        let bounds = [change.low, change.high].map { bound in
            bound.map { signed(scaled($0, change)) } ?? "?"
        }
        return bounds.joined(separator: " … ") + unit(change, row)
    }

    /// The tolerance, or a gate's allowance: `± 3 %`, `± 40 edits`, `less than 0.1 ms`.
    static func tolerance(_ row: ComparisonRow) -> String {
        guard row.verdict != .incomparable, row.verdict != .identical else { return "" }
        let margin = row.equivalence ?? row.tolerance
        let isDifference = row.toleranceSource == .smallest || row.change?.scale == .difference
        guard isDifference else { return "± \(NumberText.short((margin - 1) * 100)) %" }
        // A gate's allowance holds for any value: “±”. The smallest difference that matters is
        // worded “less than”.
        let isSmallest = row.toleranceSource == .smallest && row.equivalence == nil
        return (isSmallest ? "less than " : "± ") + "\(NumberText.short(margin)) \(row.unit)"
    }

    static func value(_ value: Double?, _ row: ComparisonRow) -> String {
        value.map { "\(NumberText.short($0)) \(row.unit)" } ?? "–"
    }

    /// The figure's name, as gates may write it, with its role if it has one.
    static func figure(_ row: ComparisonRow) -> String {
        let name = Metric.find(row.name)?.shortName ?? row.name
        return row.role.isEmpty ? name : "\(name) (\(row.role))"
    }

    /// The remark beside the verdict: the reason why the verdict is not better.
    static func note(_ row: ComparisonRow) -> String {
        guard let reason = row.reason else { return "" }
        return reason.sentence
    }

    /// With its sign, and a real minus: `+9.2`, `−3`.
    static func signed(_ value: Double) -> String {
        let text = NumberText.short(abs(value))
        if text == "0" { return "0" }
        return (value < 0 ? "−" : "+") + text
    }

    private static func scaled(_ value: Double, _ change: ComparisonRow.Change) -> Double {
        change.scale == .ratio ? (value - 1) * 100 : value
    }

    private static func unit(_ change: ComparisonRow.Change, _ row: ComparisonRow) -> String {
        change.scale == .ratio ? " %" : " \(row.unit)"
    }

    private static func text(
        _ value: Double, _ change: ComparisonRow.Change, _ row: ComparisonRow
    ) -> String {
        signed(scaled(value, change)) + unit(change, row)
    }
}
