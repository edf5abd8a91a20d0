/// The role of the system, which sends the app to the background and ends it.
package struct AppRole: Sendable, Hashable {
    /// When the app goes to the background; it comes back when its saves are done.
    package var arrivals: Arrivals
    /// The time that *will terminate* may take.
    ///
    /// Afterwards the process is gone, with its unsaved edits. Apple's sessions name about five
    /// seconds.
    package var terminateWithin: Duration
}
