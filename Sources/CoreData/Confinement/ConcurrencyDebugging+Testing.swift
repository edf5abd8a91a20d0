import Synchronization

extension ConcurrencyDebugging {
    /// A test's replacement for the launch argument; nil if the argument counts.
    static let forced = Mutex<Bool?>(nil)

    /// Switches the checks on or off for this process, whatever its launch arguments.
    ///
    /// The process of an exit test gets none of our arguments.
    ///
    /// - Precondition: the process has not used Core Data, as models and contexts read the switch
    ///   once.
    package static func force(_ isOn: Bool) {
        forced.withLock { $0 = isOn }
        guard isEnabled == isOn else {
            fatalError(
                """
                Concurrency debugging was read before it was forced, and keeps that setting: call \
                force(_:) before any other use of Core Data.
                """)
        }
    }
}
