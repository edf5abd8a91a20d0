/// The role of the system, which sends the app to the background and ends it.
package struct AppRole: Sendable, Hashable {
    /// When the app goes to the background; it comes back when its saves are done.
    package var arrivals: Arrivals
    /// What *will terminate* may take; after it the process is gone, and with it what is not
    /// saved. Apple's sessions name about five seconds.
    package var terminateWithin: Duration
}
