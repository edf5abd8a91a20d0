import Foundation
import Synchronization

/// Runs the parts of tasks in virtual time, each on a thread outside of any queue, as the threads
/// that tasks share are.
///
/// A task that is resumed in virtual time, as by `await context.perform`, is ordered among all
/// other events. One that is resumed from outside waits until no event is left, and begins a new
/// run. Unstructured tasks, `Task.sleep` and the main actor do not run here.
package final class VirtualTaskExecutor: TaskExecutor {
    private struct Inbox {
        var jobs: [UnownedJob] = []
        var whenEmpty: [CheckedContinuation<Void, Never>] = []
    }

    private let execution: VirtualExecution
    /// Whether another caller runs the execution.
    private let isDriven: Bool
    private let inbox = Mutex(Inbox())
    private let hasNews = DispatchSemaphore(value: 0)

    /// Starts the thread that runs the execution whenever a job comes from outside.
    ///
    /// - Precondition: no other caller runs the execution until `finish` has returned.
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

    /// Joins a run that another caller drives: everything that resumes its tasks belongs to that
    /// run.
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
                A task in virtual time was resumed from outside of it. Await only \
                calls of contexts and coordinators in it.
                """)
        }
        inbox.withLock { $0.jobs.append(job) }
        hasNews.signal()
    }

    private func detach(_ job: UnownedJob) {
        execution.detach { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// Waits for jobs from outside; `nil` after the last one.
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
    /// Runs an asynchronous body in virtual time, and the events that it leaves.
    ///
    /// - Throws: the body's error.
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
