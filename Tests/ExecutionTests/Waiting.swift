import Foundation
import Testing

/// Waits until a condition holds, for at most ten seconds: long enough for a machine that is busy
/// with all other tests.
func until(
    sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool
) async {
    for _ in 0..<10_000 {
        if condition() { return }
        try? await Task.sleep(for: .milliseconds(1))
    }
    Issue.record(
        "the condition did not come to hold in ten seconds", sourceLocation: sourceLocation)
}

/// Runs a body on a thread of its own, outside of any queue.
func onThread(_ body: @escaping @Sendable () -> Void) {
    Thread.detachNewThread(body)
}
