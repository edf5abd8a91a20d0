import CSQLite
import Execution
import Foundation

/// Waits for a connection or another process that holds the file, through the execution.
///
/// SQLite's built-in handler sleeps real time behind the execution's back. Under virtual time a
/// transaction of another queue may be open, and that queue could not run meanwhile to end it.
final class BusyWait {
    /// 1 ms first, then 2, 5 and 10, because most holders release the file within a few.
    private static let steps: [Duration] = [
        .milliseconds(1), .milliseconds(2), .milliseconds(5), .milliseconds(10),
    ]

    private let execution: any Execution
    private let limit: Duration
    private var waited = Duration.zero

    init(limit: TimeInterval, execution: any Execution) {
        self.limit = .seconds(limit)
        self.execution = execution
    }

    func install(on handle: OpaquePointer) {
        sqlite3_busy_handler(
            handle,
            { context, count in
                // The connection keeps this object for as long as its handle is open.
                let wait = Unmanaged<BusyWait>.fromOpaque(context!).takeUnretainedValue()
                return wait.retry(Int(count)) ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func retry(_ count: Int) -> Bool {
        if count == 0 { waited = .zero }
        guard waited < limit else { return false }
        let step = Self.steps[min(count, Self.steps.count - 1)]
        execution.sleep(for: step)
        waited += step
        return true
    }
}
