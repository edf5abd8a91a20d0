import Dispatch
import Synchronization

/// Work outside of any run, such as a report, on all cores of the machine.
package enum AllCores {
    /// Calls functions that do not depend on each other, at once.
    ///
    /// - Returns: their values, in the functions' order.
    package static func values<Value: Sendable>(
        of functions: [@Sendable () -> Value]
    ) -> [Value] {
        let values = Mutex([Value?](repeating: nil, count: functions.count))
        DispatchQueue.concurrentPerform(iterations: functions.count) { index in
            let value = functions[index]()
            values.withLock { $0[index] = value }
        }
        return values.withLock { $0.compactMap(\.self) }
    }
}
