/// How a save route ended for the one who asked for it.
package enum SaveRouteEnd {
    /// The hops up to the first enqueued one are done: what the app believes.
    case saved
    /// The context is saved at termination only.
    case keptUnsaved
    /// One of the saves threw. The contexts keep their changes.
    case failed(any Error)
}
