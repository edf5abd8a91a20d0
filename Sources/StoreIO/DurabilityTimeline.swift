import Execution

/// When each committed transaction became durable: the first moment from which every loss of power
/// leaves it, if it takes all that is not synced and nothing more.
///
/// It follows from the order of a store's calls alone; no bytes are needed.
///
///     WAL         a commit is durable at the first sync of the log after its frames
///     DELETE      … when the database is synced and the journal's name is gone for good: deleted
///                 with a sync of the directory, or the directory synced for the next journal
///     TRUNCATE    … when the database is synced, and the journal after it was cut or overwritten
///     PERSIST
package struct DurabilityTimeline: Sendable {
    /// For each commit of the log, in order; `nil` for one that never became durable.
    package private(set) var commits: [Instant?] = []
    /// For each note of the log, by its ID: the number of the last commit before it, from 0.
    package private(set) var commitOfNote: [UInt64: Int] = [:]

    // What the calls so far have left.
    private var hasUnsynced: [StoreFile: Bool] = [:]
    private var syncedAt: [StoreFile: Instant] = [:]
    private var hasUnsyncedNames = false
    private var namesSyncedAt = Instant(nanoseconds: .min)
    /// Files that were made and not synced yet.
    private var unsyncedFiles: Set<Int> = []
    /// The transaction under way has written frames.
    private var usesLog = false
    /// Commits that are not durable, and whether each lies in the log.
    private var waiting: [(commit: Int, isInLog: Bool)] = []

    /// Reads a log, with or without payload.
    ///
    /// - Complexity: O(operations).
    package init(_ log: StoreLog) {
        for operation in log.operations { take(operation, log) }
    }

    private mutating func take(_ operation: StoreLog.Operation, _ log: StoreLog) {
        let file = operation.file >= 0 ? log.files[operation.file].class : .other
        // A large value is synced before its transaction commits: it decides nothing.
        if file == .external { return }
        switch operation.kind {
        case .create:
            guard !operation.isExisting else { return }
            unsyncedFiles.insert(operation.file)
            hasUnsynced[file] = false
            if file != .main { hasUnsyncedNames = true }
        case .write, .truncate:
            if matters(operation, file) { hasUnsynced[file] = true }
            if file == .wal, operation.kind == .write { usesLog = true }
        case .delete:
            hasUnsynced[file] = false
            hasUnsyncedNames = true
            if operation.syncsDirectory { syncNames(at: operation.at) }
        case .sync:
            hasUnsynced[file] = false
            syncedAt[file] = operation.at
            // The VFS syncs the directory with the first sync of a log or journal that it made.
            if unsyncedFiles.remove(operation.file) != nil, file != .main {
                syncNames(at: operation.at)
            }
            settle(at: operation.at)
        case .commit:
            waiting.append((commits.count, usesLog))
            commits.append(nil)
            usesLog = false
            settle(at: operation.at)
        case .note:
            if let id = operation.noteID { commitOfNote[id] = commits.count - 1 }
        case .checkpointBegun, .checkpointDone, .fault:
            break
        }
    }

    /// Whether a commit waits for the change to be synced.
    ///
    /// A log or journal that is only cut back to its size limit is as good as before. Of a journal
    /// counts what ends it, at its beginning; its pages are synced before the database is written.
    private func matters(_ operation: StoreLog.Operation, _ file: StoreFile) -> Bool {
        switch (file, operation.kind) {
        case (.wal, .truncate): false
        case (.journal, .truncate): operation.length == 0
        case (.journal, _): operation.offset == 0
        default: true
        }
    }

    private mutating func syncNames(at instant: Instant) {
        hasUnsyncedNames = false
        namesSyncedAt = instant
        settle(at: instant)
    }

    /// Dates what has become durable.
    ///
    /// A commit whose last sync came before its mark is dated by that sync: the mark comes when all
    /// is done.
    private mutating func settle(at instant: Instant) {
        var left: [(commit: Int, isInLog: Bool)] = []
        for entry in waiting {
            guard isDurable(entry.isInLog) else {
                left.append(entry)
                continue
            }
            let last =
                entry.isInLog
                ? syncedAt[.wal]
                : [syncedAt[.main], syncedAt[.journal], namesSyncedAt].compactMap(\.self).max()
            commits[entry.commit] = min(instant, last ?? instant)
        }
        waiting = left
    }

    private func isDurable(_ isInLog: Bool) -> Bool {
        if isInLog { return hasUnsynced[.wal] != true }
        return hasUnsynced[.main] != true && hasUnsynced[.journal] != true && !hasUnsyncedNames
    }
}

extension DurabilityTimeline {
    /// When the commit became durable that was the next one after a note.
    package func durable(committedAfter note: UInt64) -> Instant? {
        guard let before = commitOfNote[note], commits.indices.contains(before + 1)
        else { return nil }
        return commits[before + 1]
    }
}
