/// An order of arms that a study claims in one figure.
package struct StudyOrder: Sendable, Hashable {
    package enum Relation: Sendable, Hashable {
        /// Each arm is below the next, by this factor at least.
        case ascending(by: Double)
        /// The largest is above the smallest by this part of it at most.
        case alike(within: Double)
    }

    /// The whole name: `main.busy.total`.
    package var metric: String
    /// Labels; of an ascending order the least first.
    package var arms: [String]
    package var relation: Relation
    /// The reason why this core cannot test the order; `nil` if it can.
    package var untestable: String?

    /// `siblings < writer-main-worker < child-of-main`.
    package var description: String {
        switch relation {
        case .ascending(by: 1):
            arms.joined(separator: " < ")
        case .ascending(let factor):
            arms.joined(separator: " < ") + ", by \(Self.text(factor)) : 1 at least"
        case .alike(let part):
            arms.joined(separator: " ≈ ") + ", within \(Self.text(part * 100)) %"
        }
    }

    private static func text(_ value: Double) -> String {
        let text = String(value)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
