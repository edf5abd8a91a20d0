/// Says whose transaction a COMMIT of a store's log is, however the events of several writers
/// interleave.
///
/// A writer tells that it will commit while it holds the store's write lock: the marks from there
/// on are its own, until the next one tells the same. That it has committed it tells later, when
/// others may have committed already:
///
///     main            will commit   COMMIT 1                              did commit
///     background                             will commit   COMMIT 2   did commit
///     owner of        ─────────────  main ─────────────── background ──────────────────
///                                        │                          └ told by the event
///                                        └ told by the next writer
///
/// Of several marks of one writer the last is its save's: a transaction before it is none's.
package struct TransactionOwners {
    /// The writer that told last, its context's place in the topology.
    private var writer: Int?
    private var hasMark = false

    package init() {}

    /// A writer holds the write lock and is about to commit.
    ///
    /// - Returns: the one before it, whose transaction the last mark ended, if nobody was told yet.
    package mutating func willCommit(_ context: Int) -> Int? {
        defer { (writer, hasMark) = (context, false) }
        return hasMark ? writer : nil
    }

    /// A COMMIT is in the log.
    package mutating func didMark() {
        hasMark = writer != nil
    }

    /// A writer's COMMIT returned.
    ///
    /// - Returns: the writer, where the last mark ended its transaction and nobody was told yet.
    package mutating func didCommit(_ context: Int) -> Int? {
        guard writer == context, hasMark else { return nil }
        (writer, hasMark) = (nil, false)
        return context
    }
}
