import Dispatch

/// Runs code as apps do that leave the main queue.
enum Background {
    /// Runs a block on a global queue while the task waits.
    static func run<T>(_ body: @escaping () throws -> T) async throws -> T {
        // One queue runs the block, and the task waits meanwhile.
        nonisolated(unsafe) let body = body
        nonisolated(unsafe) var outcome: Result<T, any Error>?
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                outcome = Result { try body() }
                continuation.resume()
            }
        }
        return try outcome!.get()
    }
}
