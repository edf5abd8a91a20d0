import Results
import Verdicts

/// How studies call metrics, ratios and causes in print.
enum StudyNames {
    /// `main.busy, ms`: `.total` adds nothing to the metric's name, and is dropped.
    static func title(of metric: String) -> String {
        let name = metric.hasSuffix(".total") ? String(metric.dropLast(".total".count)) : metric
        guard let unit = Metric.find(metric)?.unit else { return name }
        return "\(name), \(unit.rawValue)"
    }

    /// A ratio as `12.3` or `0.084`; `–` if there is none.
    ///
    /// To three digits: an interval stands beside it, and bounds are as close as 1.1.
    static func ratio(_ value: Double?) -> String {
        guard let value, !value.isNaN else { return SummaryColumns.none }
        return value.isInfinite ? "∞" : NumberText.short(value)
    }

    /// `child-of-main on main: push-to-parent 31 ms, fetch 12 ms`.
    static func texts(of causes: StudyCauses) -> [String] {
        func list(_ parts: [StudyCauses.Part]) -> String {
            parts.isEmpty
                ? "nothing"
                : parts.prefix(6).map { "\($0.name) \(NumberText.short($0.milliseconds)) ms" }
                    .joined(separator: ", ")
        }
        let queues = causes.queues.isEmpty ? [] : ["CPU by queue: " + list(causes.queues)]
        return ["\(causes.arm), main queue by cause: " + list(causes.main)]
            + queues.map { "\(causes.arm), \($0)" }
    }

    /// The causes of all steps that do not hold, each arm's once.
    static func causes(of verdict: StudyOrderVerdict) -> [String] {
        var told: Set<String> = []
        return verdict.steps.flatMap(\.causes).filter { told.insert($0.arm).inserted }
            .flatMap(texts)
    }
}
