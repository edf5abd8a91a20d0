/// The verdict on an order that a study claims, and if it does not hold, the causes that took the
/// time.
package struct StudyOrderVerdict: Sendable {
    /// Two arms of an order, and whether the upper one's figure is above the lower one's.
    package struct Step: Sendable {
        package let finding: StudyFinding
        /// For a step that does not hold: the division of each arm's time.
        package let causes: [StudyCauses]

        package var upper: String { finding.first }
        package var lower: String { finding.second ?? "" }
    }

    package let order: StudyOrder
    package let steps: [Step]
    package let verdict: StudyVerdict

    /// - Parameter findings: of `questions(of:_:)`.
    init(_ order: StudyOrder, _ findings: [StudyFinding], _ figures: StudyFigures) {
        self.order = order
        steps = findings.map { finding in
            let explains =
                finding.verdict == .doesNotHold && StudyCauses.explain(order.metric)
            let arms = [finding.second, finding.first].compactMap(\.self)
            return Step(
                finding: finding,
                causes: explains
                    ? arms.compactMap { StudyCauses(of: order.metric, arm: $0, figures) } : [])
        }
        verdict =
            order.untestable == nil ? .all(findings.map(\.verdict)) : .cannotBeTested
    }

    /// The questions of an order: neighbours of an ascending one, and all pairs of arms that are
    /// alike.
    ///
    /// The farthest two decide whether arms are alike; each against the first would let the ends
    /// drift apart. An order that cannot be tested has none.
    static func questions(
        of order: StudyOrder, _ figures: StudyFigures
    ) -> [StudyQuestion] {
        guard order.untestable == nil else { return [] }
        switch order.relation {
        case .ascending(let factor):
            return zip(order.arms, order.arms.dropFirst()).map { lower, upper in
                StudyQuestion(
                    factor == 1 ? .above : .bounded(.atLeast, factor), order.metric, of: upper,
                    over: lower, figures)
            }
        case .alike(let part):
            return order.arms.indices.flatMap { first in
                order.arms[(first + 1)...].map { second in
                    StudyQuestion(
                        .alike(within: part), order.metric, of: second, over: order.arms[first],
                        figures)
                }
            }
        }
    }

    /// The steps that further rounds may decide.
    package var open: [Step] { steps.filter { $0.finding.verdict == .cannotBeTold } }
}
