/// A published sentence, and the bounds that its figures keep if it is true.
package struct StudyClaim: Sendable, Hashable {
    package var text: String
    /// The sentence's author and publication.
    package var source: String
    /// Empty for a claim that cannot be tested.
    package var bounds: [Bound]
    /// The reason why this core cannot test the sentence; `nil` if it can.
    package var untestable: String?
    /// The reason why a bound is a time or a rate of this machine: the sentence itself names one.
    ///
    /// `nil` for a claim with bounds that a faster machine does not move.
    package var absolute: String?

    /// A bound on the figure of an arm, or on its ratio to another arm's.
    package struct Bound: Sendable, Hashable {
        package var arm: String
        /// The arm by whose figure it is divided; `nil` for a bound on the figure itself.
        package var over: String?
        /// The whole name: `main.stall.max`.
        package var metric: String
        package var comparison: Limit.Comparison
        /// In the metric's unit; of a ratio a plain number.
        package var bound: Double
        /// The comparison and the bound as they were written: `< 16.7ms`.
        package var condition: String

        /// `main.stall.max of child-of-main`, or `main.busy.total of siblings over child-of-main`.
        package var subject: String {
            "\(metric) of \(arm)" + (over.map { " over \($0)" } ?? "")
        }
    }
}
