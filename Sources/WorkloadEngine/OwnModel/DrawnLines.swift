import Synchronization

/// Lines that are drawn once, at the first request: a command that only checks a workload needs
/// none.
final class DrawnLines: Sendable {
    private let drawn = Mutex<JSONLines?>(nil)

    func lines(_ draw: () -> JSONLines) -> JSONLines {
        drawn.withLock { drawn in
            if let drawn { return drawn }
            let lines = draw()
            drawn = lines
            return lines
        }
    }
}
