/// The end of a save route, for the caller that requested it.
package enum SaveRouteEnd {
    /// The hops up to the first enqueued one are done: the app believes the edits saved.
    case saved
    /// The context is saved at termination only.
    case keptUnsaved
    /// One of the saves threw. The contexts keep their changes.
    case failed(any Error)
}
