import Execution

/// A gate that one queue opens and another passes, on either half of the execution.
struct Gate: Sendable {
    private let semaphore: any ExecutionSemaphore

    init(_ name: String) {
        semaphore = Executions.current.makeSemaphore(
            label: name, value: 0, cause: .waitForContext)
    }

    func open() { semaphore.signal() }
    func pass() { semaphore.wait() }
}
