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
    /// The place of the last change that is not synced, of the database and of the journal.
    private var unsynced: [StoreFile: Int] = [:]
    /// The place before which all frames of the write-ahead log are synced.
    private var loggedBefore = 0
    private var syncedAt: [StoreFile: Instant] = [:]
    private var hasUnsyncedNames = false
    private var namesSyncedAt = Instant(nanoseconds: .min)
    /// Files that were made and not synced yet.
    private var unsyncedFiles: Set<Int> = []
    /// Where the transaction under way has written its last frame.
    private var lastFrame: Int?
    /// Commits that are not durable, and the place of the last frame of each that lies in the log.
    private var waiting: [(commit: Int, lastFrame: Int?)] = []

    /// Reads a log, with or without payload.
    ///
    /// - Complexity: O(operations).
    package init(_ log: StoreLog) {
        for (place, operation) in log.operations.enumerated() { take(operation, at: place, log) }
    }

    private mutating func take(_ operation: StoreLog.Operation, at place: Int, _ log: StoreLog) {
        let file = operation.file >= 0 ? log.files[operation.file].class : .other
        // A large value is synced before its transaction commits: it decides nothing.
        if file == .external { return }
        switch operation.kind {
        case .create:
            guard !operation.isExisting else { return }
            unsyncedFiles.insert(operation.file)
            forget(file, at: place)
            if file != .main { hasUnsyncedNames = true }
        case .write, .truncate:
            if file == .wal {
                // A log that is only cut back to its size limit is as good as before.
                if operation.kind == .write { lastFrame = place }
            } else if matters(operation, file) {
                unsynced[file] = place
            }
        case .delete:
            forget(file, at: place)
            hasUnsyncedNames = true
            if operation.syncsDirectory { syncNames(at: operation.at) }
        case .sync:
            let before = operation.synced ?? place
            if let last = unsynced[file], last < before { unsynced[file] = nil }
            // Of two syncs at once the one that began first may end last.
            if file == .wal { loggedBefore = max(loggedBefore, before) }
            syncedAt[file] = operation.at
            // The VFS syncs the directory with the first sync of a log or journal that it made.
            if unsyncedFiles.remove(operation.file) != nil, file != .main {
                syncNames(at: operation.at)
            }
            settle(at: operation.at)
        case .commit:
            waiting.append((commits.count, lastFrame))
            commits.append(nil)
            lastFrame = nil
            settle(at: operation.at)
        case .note:
            if let id = operation.noteID { commitOfNote[id] = commits.count - 1 }
        case .checkpointBegun, .checkpointDone, .fault:
            break
        }
    }

    /// A file that goes, or is made, has nothing to be synced: what a log had is in the database.
    private mutating func forget(_ file: StoreFile, at place: Int) {
        unsynced[file] = nil
        if file == .wal { loggedBefore = place }
    }

    /// Whether a commit waits for the change to be synced.
    ///
    /// A journal that is only cut back to its size limit is as good as before. Of one counts what
    /// ends it, at its beginning; its pages are synced before the database is written.
    private func matters(_ operation: StoreLog.Operation, _ file: StoreFile) -> Bool {
        switch (file, operation.kind) {
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
        var left: [(commit: Int, lastFrame: Int?)] = []
        for entry in waiting {
            guard isDurable(entry.lastFrame) else {
                left.append(entry)
                continue
            }
            let last =
                entry.lastFrame != nil
                ? syncedAt[.wal]
                : [syncedAt[.main], syncedAt[.journal], namesSyncedAt].compactMap(\.self).max()
            commits[entry.commit] = min(instant, last ?? instant)
        }
        waiting = left
    }

    private func isDurable(_ lastFrame: Int?) -> Bool {
        if let lastFrame { return lastFrame < loggedBefore }
        return unsynced[.main] == nil && unsynced[.journal] == nil && !hasUnsyncedNames
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
