/// An engine's object that receives a context's changes on its queue, before any observer.
///
/// The notification centre would not do: it calls observers in an order that differs from process
/// to process.
protocol ContextFollower: AnyObject {
    /// Called with the information of an objects-did-change notification.
    func contextDidChange(_ info: [AnyHashable: Any])
    /// Called with the information of a did-merge-changes notification.
    func contextDidMerge(_ info: [AnyHashable: Any])
}
