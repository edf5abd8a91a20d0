import CSQLite
import Execution
import Foundation

/// Waits while another process, or another connection, holds the file: through the execution, as
/// all waiting.
///
/// SQLite's built-in handler sleeps real time behind the seam's back. Under virtual time, where a
/// transaction of another queue may be under way, nobody would run meanwhile who could end it.
final class BusyWait {
    /// 1 ms first, then 2, 5 and 10: most holders are gone within a few.
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
