/// Observes the saves of every context that stands on a coordinator or has a parent that does,
/// also of contexts that only the app knows; called on the saved context's queue.
///
/// A notification would do for the saves that succeed, but its sets of objects cost what the
/// measured app does not pay.
package protocol SaveObserver: AnyObject, Sendable {
    /// `save()` was called, and has announced what changed; it has saved nothing yet.
    func contextWillSave(_ context: NSManagedObjectContext)
    /// `save()` is about to return.
    func contextDidSave(_ context: NSManagedObjectContext)
    /// `save()` is about to throw. The context keeps its changes.
    func contextDidFailToSave(_ context: NSManagedObjectContext, error: any Error)
}
