/// Observes the events of one context on its queue, at no cost to the context.
///
/// A notification carries sets of objects as soon as its name may have an observer. A measuring
/// observer must not cause these sets: for 12,000 merged objects they would take most of the
/// merge's time on the main queue.
package protocol ContextObserver: AnyObject, Sendable {
    /// Called when an event ends in which objects of the context changed.
    ///
    /// Precedes the notification, and also comes if none is posted.
    func contextDidChange(_ context: NSManagedObjectContext)
    /// Called when the context has merged changes that were saved elsewhere.
    ///
    /// Follows `contextDidChange`, if the merge changed registered objects.
    func contextDidMerge(_ changes: MergedChanges, into context: NSManagedObjectContext)
}
