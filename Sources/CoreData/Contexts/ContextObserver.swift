/// Sees the events of one context, on its queue, and costs the context nothing by looking.
///
/// A notification is posted with sets of objects once anybody may observe its name. Who measures
/// must not have them made: of 12,000 merged objects they would be most of the merge's time on the
/// main queue.
package protocol ContextObserver: AnyObject, Sendable {
    /// An event ends in which objects of the context changed. Comes before the notification, and
    /// also where none is posted.
    func contextDidChange(_ context: NSManagedObjectContext)
    /// The context has merged changes that were saved elsewhere. Comes after `contextDidChange`,
    /// where registered objects changed by it.
    func contextDidMerge(_ changes: MergedChanges, into context: NSManagedObjectContext)
}
