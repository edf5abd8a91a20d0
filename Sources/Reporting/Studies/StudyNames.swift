import Results
import Verdicts

/// How studies call metrics and verdicts in print.
enum StudyNames {
    /// `main.busy, ms`: `.total` adds nothing to the metric's name, and is dropped.
    static func title(of metric: String) -> String {
        let name = metric.hasSuffix(".total") ? String(metric.dropLast(".total".count)) : metric
        guard let unit = Metric.find(metric)?.unit else { return name }
        return "\(name), \(unit.rawValue)"
    }

    /// A ratio as `12` or `0.084`; `–` if there is none.
    static func ratio(_ value: Double?) -> String {
        guard let value, !value.isNaN else { return SummaryColumns.none }
        return value.isInfinite ? "∞" : value == 0 ? "0" : NumberText.ratio(value)
    }

    static func verdict(of order: StudyOrderVerdict) -> String {
        let doubt = order.isClear ? "" : ", in doubt"
        return switch order.holds {
        case true: "holds" + doubt
        case false: "DOES NOT HOLD" + doubt
        default: "not measured"
        }
    }

    static func verdict(of claim: StudyClaimVerdict) -> String {
        switch claim.holds {
        case true: "holds"
        case false: "DOES NOT HOLD"
        default: "not measured"
        }
    }

    /// `main.stall.max of child-of-main is 31 ms, and is to be < 16.7ms`.
    static func text(of judged: StudyClaimVerdict.Judged) -> String {
        let value =
            judged.value.map { value in
                judged.bound.over == nil
                    ? "\(NumberText.short(value)) \(judged.unit)" : ratio(value)
            } ?? "not measured"
        let broken = judged.holds == false ? "NOT KEPT: " : ""
        return "\(broken)\(judged.bound.subject) is \(value); the claim asks for "
            + judged.bound.condition
    }

    /// `writer-main-worker over siblings is 41`, for each step.
    static func text(of step: StudyOrderVerdict.Step) -> String {
        guard let ratio = step.ratio else { return "\(step.upper) over \(step.lower) is unknown" }
        return "\(step.upper) over \(step.lower) is \(self.ratio(ratio.value)) "
            + "(\(self.ratio(ratio.low))–\(self.ratio(ratio.high)))"
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

    /// A head count: `3 of 4 orders hold; 1 does not`.
    static func sentence(_ judgement: StudyJudgement) -> String {
        func part(_ verdicts: [Bool?], _ what: String) -> String? {
            guard !verdicts.isEmpty else { return nil }
            let held = verdicts.count { $0 == true }
            let unknown = verdicts.count { $0 == nil }
            let rest = unknown == 0 ? "" : ", and \(unknown) cannot be told"
            return "\(held) of \(verdicts.count) \(what) hold\(held == 1 ? "s" : "") here\(rest)"
        }
        let directions = judgement.pairs.compactMap(\.hasSameOrder)
        let same = directions.count { $0 }
        let parts = [
            part(judgement.orders.map(\.holds), "claimed orders"),
            part(judgement.claims.map(\.holds), "claims"),
            directions.isEmpty
                ? nil
                : "\(same) of \(directions.count) published pairs stand the same way round",
        ]
        return parts.compactMap(\.self).joined(separator: "; ")
    }
}
