extension VirtualExecution {
    /// A digest of everything that has happened so far, in its order, with its instants.
    package var traceDigest: UInt64 {
        scheduler.withThread { _ in scheduler.digest.value }
    }

    /// Lets every pending event happen, the main queue's blocks on the calling thread.
    ///
    /// It returns when nothing is left, at an instant, after `stop()`, or for a deadlock that does
    /// not keep this thread. Another run goes on at the end of this one.
    ///
    /// - Parameter instant: later events are left for another run; the clock then shows this
    ///   instant.
    package func run(until instant: Instant? = nil) -> VirtualRunEnd {
        requireNoRun()
        return scheduler.asMain { _ in scheduler.drain(until: instant?.nanoseconds ?? .max) }
    }

    /// Runs a body as a block of the main queue, on the calling thread, then all that follows.
    ///
    /// - Returns: the body's result, when all is done.
    /// - Throws: `VirtualDeadlock` if threads wait for ever, and the body's error.
    @discardableResult
    package func run<T>(_ body: () throws -> T) throws -> T {
        requireNoRun()
        var outcome: Result<T, any Error>?
        let end = scheduler.asMain { thread in
            // The block runs before `drain` returns, unless the run was stopped, which traps below.
            withoutActuallyEscaping(body) { body in
                let work = EnqueuedWork { outcome = Result { try body() } }
                virtualMain.enqueue(work, at: thread.time)
                return scheduler.drain(until: .max)
            }
        }
        if case .deadlock(let deadlock) = end { throw deadlock }
        guard let outcome else {
            fatalError("the run was stopped before its body began: run the remaining events first")
        }
        return try outcome.get()
    }

    /// Ends the current run at its thread's next free moment, when no block of the main queue runs.
    ///
    /// The remaining events stay for another run.
    package func stop() {
        scheduler.withThread { _ in scheduler.stop() }
    }

    /// Forgets the pending events: timers that were not cancelled and blocks of a stopped run keep
    /// the execution alive.
    ///
    /// - Precondition: between runs.
    package func close() {
        requireNoRun()
        scheduler.asMain { _ in scheduler.close() }
    }

    /// Runs a block on a thread of its own outside of any queue, later.
    package func detach(_ block: @escaping () -> Void) {
        let work = EnqueuedWork { [self] in
            Executions.$current.withValue(self, operation: block)
        }
        scheduler.withThread { thread in
            scheduler.digest.add(.detached, 0, thread.time)
            scheduler.add(.detached(work), at: thread.time + scheduler.wake)
        }
    }

    private func requireNoRun() {
        guard VirtualThread.current?.scheduler !== scheduler else {
            fatalError(
                """
                run was called within a run of the same execution: enqueue the block on one of \
                its queues; the run that lasts runs it
                """)
        }
    }
}
