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
    }

    /// The way of the merge onto the receiver's queue.
    ///
    /// `automatic` and `refetch` always enqueue.
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
