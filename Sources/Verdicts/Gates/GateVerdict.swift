/// Whether one topology keeps one gate.
package struct GateVerdict: Codable, Sendable, Hashable {
    /// The state of a gate.
    package enum State: String, Codable, Sendable, CaseIterable {
        case held
        /// The command ends with 4.
        case failed
        /// The figures show neither that it holds nor that it fails: 8 if a verdict is required.
        case undecided
        /// There is no figure to judge, or no baseline: 7. A gate that cannot be judged must not
        /// pass.
        case missing
    }

    /// As written: `main.delay.p99:5%`.
    package var gate: String
    package var variant: String
    package var state: State
    /// The figure, or its change as a ratio; `nil` if there is none.
    package var value: Double?
    /// The figure's unit, `ratio` for a ratio.
    package var unit: String
    /// The reason, if the state does not contain it; empty otherwise.
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
