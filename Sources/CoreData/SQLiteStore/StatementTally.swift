import Execution

/// The statements that a connection has run, and their instructions, which its pool has not charged
/// yet.
///
/// A class of its own, because each run of a statement counts: through the statement's unowned
/// connection that takes as long as a charge.
final class StatementTally {
    // Only the holder of the connection counts.
    @exclusivity(unchecked) var statements = 0
    @exclusivity(unchecked) var instructions = 0
    /// Those of statements that write.
    @exclusivity(unchecked) var writeInstructions = 0

    /// Charges what was counted, and begins anew.
    func charge(to execution: any Execution) {
        execution.charge(.statements, statements)
        execution.charge(.sqlInstructions, instructions)
        execution.charge(.sqlWriteInstructions, writeInstructions)
        statements = 0
        instructions = 0
        writeInstructions = 0
    }
}
