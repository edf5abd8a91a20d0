/// One context's saves arriving in another.
package struct MergeRule: Hashable, Sendable, Codable {
    /// How the receiver learns of a save.
    package enum Mode: String, CaseIterable, Sendable, Codable {
        /// Its did-save notification is observed and merged, as ASJCoreDataOperation does.
        case didSave = "did-save"
        /// The same, but each updated object is fetched into the receiver first, as apps do whose
        /// fetched-results controller is to see objects that the receiver did not hold.
        case didSaveFaulting = "did-save-faulting"
        /// `automaticallyMergesChangesFromParent`: the receiver follows all saves of its parent.
        case automatic
        /// Its did-save notification's object IDs are merged, by URI where the receiver stands on
        /// another coordinator.
        case objectIDs = "object-ids"
        /// Nothing is merged: after a save the receiver refreshes its objects, and the ui fetches
        /// its list again.
        case refetch
        /// After a remote-change notification the store's history is read from the last token on,
        /// and the transactions of the sender's root are merged.
        ///
        /// One merge may bring several saves, and batch requests come along.
        case history
    }

    /// The way of the merge onto the receiver's queue.
    ///
    /// `automatic` and `refetch` always enqueue. For `history` the caller is the history's reader.
    package enum Delivery: String, CaseIterable, Sendable, Codable {
        case perform
        case performAndWait = "perform-and-wait"
    }

    package var from: String
    package var to: String
    package var mode: Mode
    package var delivery: Delivery

    package init(
        from: String, to: String, mode: Mode = .didSave, by delivery: Delivery = .perform
    ) {
        self.from = from
        self.to = to
        self.mode = mode
        self.delivery = delivery
    }
}
