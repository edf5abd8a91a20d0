import Synchronization

extension ConcurrencyDebugging {
    /// What a test wants in the place of the launch argument; nil for what the argument says.
    static let forced = Mutex<Bool?>(nil)

    /// Switches the checks on or off for this process, whatever its launch arguments: the process
    /// of an exit test gets none of ours.
    ///
    /// - Precondition: nothing of Core Data was used before, as models and contexts read it once.
    package static func force(_ isOn: Bool) {
        forced.withLock { $0 = isOn }
        guard isEnabled == isOn else {
            fatalError(
                """
                Concurrency debugging was read before it was forced, and stays as it was read: \
                force it first in the process.
                """)
        }
    }
}
