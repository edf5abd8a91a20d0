/// The rule that every setter of a model and of its descriptions obeys.
///
/// A coordinator derives its tables from the model once, and contexts on several queues read the
/// model without a lock; both hold only while nothing in it changes.
enum FrozenModel {
    /// Traps if the model is frozen; `what` names the description that the caller wants to change.
    @inline(__always)
    static func requireMutable(_ isFrozen: Bool, _ what: @autoclosure () -> String) {
        if isFrozen { trap(what()) }
    }

    @inline(never)
    private static func trap(_ what: String) -> Never {
        // Not a precondition: those lose their sentence in release builds.
        fatalError(
            """
            \(what) cannot be changed: its model is in use by a persistent store coordinator. \
            Copy the model (model.copy() as! NSManagedObjectModel), change the copy, and give the \
            copy to a new coordinator.
            """)
    }
}
