import Foundation
import Synchronization

/// Runs the parts of tasks in virtual time, each on a thread outside of any queue, as the threads
/// that tasks share are.
///
/// What resumes a task in virtual time, as `await context.perform` does, takes its place among all
/// other events. What resumes one from outside waits until nothing is left to happen, and begins a
/// new run. Unstructured tasks, `Task.sleep` and the main actor do not run here.
package final class VirtualTaskExecutor: TaskExecutor {
    private struct Inbox {
        var jobs: [UnownedJob] = []
        var whenEmpty: [CheckedContinuation<Void, Never>] = []
    }

    private let execution: VirtualExecution
    /// Whether somebody else runs the execution.
    private let isDriven: Bool
    private let inbox = Mutex(Inbox())
    private let hasNews = DispatchSemaphore(value: 0)

    /// Starts the thread that runs the execution whenever there is something from outside.
    ///
    /// - Precondition: nobody else runs the execution until `finish` has returned.
    package init(_ execution: VirtualExecution) {
        self.execution = execution
        isDriven = false
        let thread = Thread { [self] in
            while let jobs = nextJobs() {
                for job in jobs { detach(job) }
                if case .deadlock(let deadlock) = execution.run() {
                    fatalError(deadlock.description)
                }
            }
        }
        thread.name = "virtual main"
        thread.start()
    }

    /// Joins a run that somebody else drives: all that resumes its tasks is of that run.
    init(joining execution: VirtualExecution) {
        self.execution = execution
        isDriven = true
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if VirtualThread.current?.scheduler === execution.scheduler { return detach(job) }
        guard !isDriven else {
            fatalError(
                """
                A task in virtual time was resumed from outside of it. Await nothing in it but \
                what contexts and coordinators offer.
                """)
        }
        inbox.withLock { $0.jobs.append(job) }
        hasNews.signal()
    }

    private func detach(_ job: UnownedJob) {
        execution.detach { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// Waits for jobs from outside; `nil` once there will be none.
    private func nextJobs() -> [UnownedJob]? {
        while true {
            hasNews.wait()
            let (jobs, waiting) = inbox.withLock { inbox in
                defer { inbox.jobs = [] }
                return (inbox.jobs, inbox.jobs.isEmpty ? inbox.whenEmpty : [])
            }
            if !jobs.isEmpty { return jobs }
            guard !waiting.isEmpty else { continue }
            for continuation in waiting { continuation.resume() }
            return nil
        }
    }

    /// Ends the thread when nothing is left to happen.
    package func finish() async {
        await withCheckedContinuation { continuation in
            inbox.withLock { $0.whenEmpty.append(continuation) }
            hasNews.signal()
        }
    }
}

extension VirtualExecution {
    /// Runs an asynchronous body in virtual time, and what it leaves behind.
    ///
    /// - Throws: what the body throws.
    package func runTask<T: Sendable>(
        _ body: @Sendable () async throws -> T
    ) async throws -> T {
        let executor = VirtualTaskExecutor(self)
        let outcome: Result<T, any Error> = await Executions.$current.withValue(self) {
            await withTaskExecutorPreference(executor) {
                do { return .success(try await body()) } catch { return .failure(error) }
            }
        }
        await executor.finish()
        return try outcome.get()
    }
}
