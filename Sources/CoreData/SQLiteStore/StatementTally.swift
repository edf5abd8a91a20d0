/// The number of statements that a connection has run and its pool has not charged yet.
///
/// A class of its own, because each run of a statement counts: through the statement's unowned
/// connection that takes as long as a charge.
final class StatementTally {
    // Only the holder of the connection counts.
    @exclusivity(unchecked) var count = 0

    /// The count, which begins anew.
    func take() -> Int {
        defer { count = 0 }
        return count
    }
}
