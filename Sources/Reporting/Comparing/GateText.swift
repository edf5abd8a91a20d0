import Verdicts

/// The lines about gates that a user has named.
package enum GateText {
    /// The number of gates that hold, and each that does not; empty if the user named none.
    package static func lines(of outcome: GateOutcome) -> [String] {
        [count(of: outcome)].compactMap(\.self) + broken(of: outcome)
    }

    static func count(of outcome: GateOutcome) -> String? {
        outcome.gates.isEmpty
            ? nil : "named gates: \(outcome.heldCount) of \(outcome.gates.count) held"
    }

    static func broken(of outcome: GateOutcome) -> [String] {
        outcome.gates.filter { $0.state != .held }.map { gate in
            let value = gate.value.map {
                gate.unit == "ratio"
                    ? ", \(ComparisonCells.signed(($0 - 1) * 100)) %"
                    : ", \(NumberText.short($0)) \(gate.unit)"
            }
            let detail = gate.detail.isEmpty ? "" : ": \(gate.detail)"
            return "\(gate.gate) \(gate.state.rawValue) for \(gate.variant)"
                + "\(value ?? "")\(detail)"
        }
    }
}
