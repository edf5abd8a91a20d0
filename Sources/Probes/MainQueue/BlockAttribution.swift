import Execution
import Results

/// Finds the operation of a block of the main queue that no operation has claimed.
///
/// Most blocks are claimed while they run, by an operation that begins on main or by a save of its
/// edits there. Two kinds are not, and follow from the saves that the stack reported:
///
///     child   willSave ──┬────────────────┬── didSave       the block in which a child's changes
///     main               └ push-to-parent ┘                  are copied into main lies within
///                                                            the child's save
///
///     sibling willSave ── did-save ▸ didSave                 merges come one a save, in the
///     main                       └──────▶ merge              order of the saves
package enum BlockAttribution {
    /// One save that returned, of a context that does not live on the main queue.
    package struct Save: Sendable {
        package var began: Instant
        package var ended: Instant
        /// The last operation whose edits it saved.
        package var operation: Int
        /// Whether its changes went into a context on the main queue.
        package var pushesToMain: Bool
        /// Whether the main context merges it.
        package var isMergedIntoMain: Bool

        package init(
            began: Instant, ended: Instant, operation: Int, pushesToMain: Bool,
            isMergedIntoMain: Bool
        ) {
            self.began = began
            self.ended = ended
            self.operation = operation
            self.pushesToMain = pushesToMain
            self.isMergedIntoMain = isMergedIntoMain
        }
    }

    /// Sets the operations of unclaimed blocks, and calls claimed ones after their operation.
    ///
    /// - Parameters:
    ///   - saves: in the order in which they began.
    ///   - kinds: the kind of each operation by its number.
    package static func attribute(
        _ stretches: inout [StretchRecord], saves: [Save], kinds: [Int: String]
    ) {
        var merged = saves.filter(\.isMergedIntoMain)[...]
        let pushed = saves.filter(\.pushesToMain)
        for stretch in stretches.indices {
            for index in stretches[stretch].blocks.indices {
                var block = stretches[stretch].blocks[index]
                if block.operation == nil, block.label == "merge", let save = merged.first,
                    save.began.nanoseconds <= block.began
                {
                    block.operation = save.operation
                    merged = merged.dropFirst()
                } else if block.operation == nil, block.label == "flush" {
                    block.operation =
                        pushed.first { save in
                            save.began.nanoseconds <= block.began
                                && block.ended <= save.ended.nanoseconds
                        }?.operation
                }
                // A merge stays a merge; its operation shows which save it belongs to.
                if block.label != "merge", let operation = block.operation,
                    let kind = kinds[operation]
                {
                    block.label = kind
                }
                stretches[stretch].blocks[index] = block
            }
        }
    }
}
