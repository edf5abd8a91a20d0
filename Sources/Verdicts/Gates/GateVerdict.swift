/// Whether one topology keeps one gate.
package struct GateVerdict: Codable, Sendable, Hashable {
    /// What is known of a gate.
    package enum State: String, Codable, Sendable, CaseIterable {
        case held
        /// The command ends with 4.
        case failed
        /// It can be told neither that it holds nor that it fails: 8 where a verdict is required.
        case undecided
        /// There is no figure to judge, or no baseline: 7. What cannot be told must not pass.
        case missing
    }

    /// As written: `main.delay.p99:5%`.
    package var gate: String
    package var variant: String
    package var state: State
    /// The figure, or its change as a ratio; `nil` where there is none.
    package var value: Double?
    /// The figure's unit, `ratio` for a ratio.
    package var unit: String
    /// Why, where the state does not say it; empty otherwise.
    package var detail: String

    package init(
        gate: String, variant: String, state: State, value: Double?, unit: String,
        detail: String = ""
    ) {
        self.gate = gate
        self.variant = variant
        self.state = state
        self.value = value
        self.unit = unit
        self.detail = detail
    }
}
