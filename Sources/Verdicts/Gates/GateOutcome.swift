/// The result of gates and a comparison.
package struct GateOutcome: Sendable {
    /// In the order of the gates, for each in that of the topologies.
    package let gates: [GateVerdict]
    /// How the command ends.
    package let code: ExitCode

    /// How many gates hold: the 11 of the machine's `gates=11/12`.
    package var heldCount: Int { gates.count { $0.state == .held } }
}
