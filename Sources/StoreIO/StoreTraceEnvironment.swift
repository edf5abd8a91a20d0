import Execution

/// Who gives a traced store its time and takes part in its calls: virtual time, for one.
///
///     SQLite's thread    willCall ─── the call, at `now` ─── didCall
///                        may wait     must not wait          may wait
///
/// Calls come on SQLite's threads, with SQLite's own mutexes held but none of the trace's: while
/// one thread waits in `willCall`, others go on. A call that is under way when the trace ends is
/// still told.
package protocol StoreTraceEnvironment: AnyObject, Sendable {
    /// The clock of the log: read when a call has returned, before `didCall`, and when a sync is
    /// asked for.
    ///
    /// The trace's mutex may be held: it must neither wait nor use the trace.
    var now: Instant { get }

    /// Directly before a call.
    ///
    /// - Parameter bytes: those that a read or write asks for, or that a truncate or delete takes
    ///   from the file; 0 for the others.
    func willCall(_ call: StoreCall, _ file: StoreFile, bytes: Int)

    /// Directly after the call, whether it succeeded or not; `bytes` are the same.
    func didCall(_ call: StoreCall, _ file: StoreFile, bytes: Int)

    /// Before each lock and unlock in the wal-index: where connections to one store meet.
    func willLockWALIndex()
}
