/// Whether an order that a study claims holds here, and if not, the causes that took the time.
package struct StudyOrderVerdict: Sendable {
    /// Two neighbours of an order.
    package struct Step: Sendable {
        package let lower: String
        package let upper: String
        /// The upper over the lower; `nil` if one was not measured.
        package let ratio: StudyRatio?
        /// Whether the order holds; `nil` without figures.
        package let holds: Bool?
        /// Whether the ranges over repetitions agree with the medians.
        package let isClear: Bool
        /// For a step that does not hold: the division of each arm's time.
        package let causes: [StudyCauses]
    }

    package let order: StudyOrder
    package let steps: [Step]

    init(_ order: StudyOrder, _ figures: StudyFigures) {
        self.order = order
        switch order.relation {
        case .ascending(let factor):
            steps = zip(order.arms, order.arms.dropFirst()).map { lower, upper in
                Self.step(order.metric, lower, upper, figures) { ratio in
                    factor == 1 ? ratio > 1 : ratio >= factor
                }
            }
        case .alike(let part):
            // The farthest two decide; each against the first would let the ends drift apart.
            steps = order.arms.indices.flatMap { first in
                order.arms[(first + 1)...].map { second in
                    Self.step(order.metric, order.arms[first], second, figures) { ratio in
                        max(ratio, 1 / ratio) <= 1 + part
                    }
                }
            }
        }
    }

    /// Whether all of its steps hold; `nil` if none fails and one has no figure.
    package var holds: Bool? {
        if steps.contains(where: { $0.holds == false }) { return false }
        return steps.allSatisfy { $0.holds == true } ? true : nil
    }

    /// Whether the repetitions leave no doubt of the verdict.
    package var isClear: Bool {
        let deciding = steps.filter { $0.holds == holds }
        return holds == false
            ? deciding.contains(where: \.isClear) : deciding.allSatisfy(\.isClear)
    }

    private static func step(
        _ metric: String, _ lower: String, _ upper: String, _ figures: StudyFigures,
        _ isKept: (Double) -> Bool
    ) -> Step {
        guard let ratio = figures.ratio(metric, of: upper, over: lower) else {
            return Step(
                lower: lower, upper: upper, ratio: nil, holds: nil, isClear: false, causes: [])
        }
        let holds = isKept(ratio.value)
        return Step(
            lower: lower, upper: upper, ratio: ratio, holds: holds,
            isClear: isKept(ratio.low) == holds && isKept(ratio.high) == holds,
            causes: holds || !StudyCauses.explain(metric)
                ? [] : [lower, upper].compactMap { StudyCauses(of: metric, arm: $0, figures) })
    }
}
