/// The time in which some edits of one operation could be lost: from an instant to another.
///
/// For `loss.kill` from saved to committed, for `loss.power` from saved to durable, for
/// `loss.dirty` from edited to saved.
package struct LossWindow: Sendable, Hashable {
    /// In nanoseconds.
    package let opened: Int64
    /// In nanoseconds; `nil` if it never closed.
    package let closed: Int64?
    /// How many edits share it.
    package let edits: Int

    /// Makes a window; one that closes before it opens is empty.
    package init(opened: Int64, closed: Int64?, edits: Int) {
        self.opened = opened
        self.closed = closed
        self.edits = edits
    }
}
