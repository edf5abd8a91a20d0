/// Somebody of ours who hears what happens in a context, on its queue, before anybody else does.
///
/// Not an observer of the notification centre, which calls observers in an order that differs from
/// one process to the next.
protocol ContextFollower: AnyObject {
    /// What an objects-did-change notification tells.
    func contextDidChange(_ info: [AnyHashable: Any])
    /// What a did-merge-changes notification tells.
    func contextDidMerge(_ info: [AnyHashable: Any])
}
