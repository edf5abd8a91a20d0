/// Finds the writer of each COMMIT in a store's log, however the events of several writers
/// interleave.
///
/// A writer reports that it will commit while it holds the store's write lock: the marks from there
/// on are its own, until the next writer reports the same. It reports later that it has committed,
/// when others may have committed already:
///
///     main            will commit   COMMIT 1                              did commit
///     background                             will commit   COMMIT 2   did commit
///     owner of        ─────────────  main ─────────────── background ──────────────────
///                                        │                          └ known by its event
///                                        └ known by the next writer
///
/// If one writer leaves several marks, the last belongs to its save; earlier ones belong to no
/// save.
package struct TransactionOwners {
    /// The writer of the last report, as its context's index in the topology.
    private var writer: Int?
    private var hasMark = false

    package init() {}

    /// Records that a writer holds the write lock and is about to commit.
    ///
    /// - Returns: the previous writer if the last mark ended its transaction and it was not
    ///   returned yet.
    package mutating func willCommit(_ context: Int) -> Int? {
        defer { (writer, hasMark) = (context, false) }
        return hasMark ? writer : nil
    }

    /// A COMMIT is in the log.
    package mutating func didMark() {
        hasMark = writer != nil
    }

    /// Records that a writer's COMMIT returned.
    ///
    /// - Returns: the writer if the last mark ended its transaction and it was not returned yet.
    package mutating func didCommit(_ context: Int) -> Int? {
        guard writer == context, hasMark else { return nil }
        (writer, hasMark) = (nil, false)
        return context
    }
}
