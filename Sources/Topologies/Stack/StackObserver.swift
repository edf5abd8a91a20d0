/// An observer of a stack's saves.
///
/// Calls come on the saved context's queue.
package protocol StackObserver: AnyObject, Sendable {
    /// Directly before `context.save()`: the intent. `name` is the context's name in the topology.
    func stackWillSave(_ name: String)
    /// `context.save()` returned. If the context is a root (on a coordinator) its changes are
    /// committed, else they are in its parent.
    func stackDidSave(_ name: String)
    /// `context.save()` threw. The context keeps its changes.
    func stackDidFailToSave(_ name: String, error: any Error)
    /// A context has come into sight that the stack did not show before, or it has got another
    /// parent, which was shown before it.
    ///
    /// Only code makes contexts late; a stack of fields has all of them from the beginning.
    func stackDidShow(_ context: StackContext)
}
