/// The measurements of one repetition, which a child process hands to its parent.
///
/// Times are nanoseconds on the machine's monotonic clock, so that records of two processes of one
/// machine compare.
package struct RunRecord: Codable, Sendable {
    package var topology: String
    /// The topology with the fields that were set: `private-writer:flush=5s`.
    package var variant: String
    package var repetition: Int
    /// `debug` or `release`.
    package var build: String
    package var phases: [PhaseRecord] = []
    package var stretches: [StretchRecord] = []
    package var operations: [OperationRecord] = []
    /// Edits in groups: the edits of one operation share their instants.
    package var edits: [EditRecord] = []
    /// Whether the run observed the instants at which edits became durable.
    package var knowsDurability = false
    /// The roles whose saves return before the store has the saved edits: `loss.silent` is theirs.
    ///
    /// `nil` if the run did not record them.
    package var silentRoles: [String]?
    /// Whether the importer's batches were due at a pace, even if earlier ones were late.
    ///
    /// `nil` in files that are older than this field, and without an importer.
    package var isImportPaced: Bool?
    /// When something changed that the ui context shows, for each import batch.
    package var freshness: [FreshnessRecord] = []
    /// Frames: when each was due, and when its drawing ended.
    package var frames: [FrameRecord] = []
    /// Lateness of the 1 ms probe on an idle thread, in nanoseconds, one a tick.
    package var noise: [Int64] = []
    /// The cost of each probe: its count, and its calibrated unit.
    package var probes: [ProbeCost] = []
    package var store: [StoreCounts] = []
    /// The engine's counted work, by phase and kind; `nil` in files that are older than this field.
    package var work: [WorkRecord]?
    /// CPU time of each queue's blocks, by label, in nanoseconds, over the measured phases.
    package var queueCPU: [QueueCPU] = []
    /// The blocks of the stack's queues other than the main one, in the order in which these first
    /// ran; `nil` in files that are older than this field.
    package var queues: [QueueRecord]?
    /// The saves of contexts that returned, in the order of their ends; `nil` in files that are
    /// older than this field.
    package var saves: [SaveRecord]?
    /// What the store did over time; `nil` in files that are older than this field, and for a store
    /// that is not SQLite's.
    package var storeTimeline: StoreTimeline?
    package var processCPUNanoseconds: Int64 = 0
    /// The reference computation right before the first phase and after the last one; `nil` in
    /// files that are older than this field.
    package var reference: ReferenceRecord?
    package var peakMemoryBytes: Int64 = 0
    /// The digest of the operations as they were executed, hexadecimal.
    package var executedDigest: String = ""
    /// The digest of the store's content after the last phase, hexadecimal, and the expected one.
    package var outcomeDigest: String = ""
    package var expectedDigest: String = ""
    /// The differences from the expected outcome, a line each; empty if there are none.
    package var differences: [String] = []
    package var warnings: [RunWarning] = []
    /// Operations whose edits were rolled back because another context had changed the same
    /// objects.
    ///
    /// `nil` if the workload cannot cause that.
    package var refused: [Int]?
    /// The number of updates that the list on the screen received, and of their rows; `nil` without
    /// a list.
    package var listUpdates: Int?
    package var listRows: Int?
    /// The saves and merges that the observers of the screen heard of, and the objects that they
    /// read, each observer for itself; `nil` without observers.
    package var observerNotes: Int?
    package var observedObjects: Int?
    /// The begin of *will terminate*, and the planned end of the process; `nil` if the workload has
    /// no termination.
    package var terminationBegan: Int64?
    package var terminationDeadline: Int64?

    /// The length of all measured phases, in nanoseconds, where the phases themselves are left out;
    /// else `nil`.
    package private(set) var keptLength: Int64?

    package init(topology: String, variant: String, repetition: Int, build: String) {
        self.topology = topology
        self.variant = variant
        self.repetition = repetition
        self.build = build
    }

    /// The repetition's name, digests and length, without anything that it recorded over time: what
    /// is left of one of hundreds, whose figures are all that is read.
    package var trimmed: RunRecord {
        var record = RunRecord(
            topology: topology, variant: variant, repetition: repetition, build: build)
        record.isImportPaced = isImportPaced
        record.knowsDurability = knowsDurability
        record.keptLength = measuredLength
        record.executedDigest = executedDigest
        record.outcomeDigest = outcomeDigest
        record.expectedDigest = expectedDigest
        return record
    }
}

/// One phase of a run, from its first operation's due time to the end of its last operation.
package struct PhaseRecord: Codable, Sendable {
    package var name: String
    package var isMeasured: Bool
    package var began: Int64
    package var ended: Int64
    /// CPU time of the whole process in the phase; `nil` if it was not read.
    package var processCPUNanoseconds: Int64?

    package init(
        name: String, isMeasured: Bool, began: Int64, ended: Int64,
        processCPUNanoseconds: Int64? = nil
    ) {
        self.name = name
        self.isMeasured = isMeasured
        self.began = began
        self.ended = ended
        self.processCPUNanoseconds = processCPUNanoseconds
    }
}

/// One stretch of the main queue: from leaving idle to idle again.
package struct StretchRecord: Sendable {
    package var began: Int64
    package var ended: Int64
    package var cpu: Int64
    package var runDelay: Int64
    package var blocks: [BlockRecord]

    package init(began: Int64, ended: Int64, cpu: Int64, runDelay: Int64, blocks: [BlockRecord]) {
        self.began = began
        self.ended = ended
        self.cpu = cpu
        self.runDelay = runDelay
        self.blocks = blocks
    }
}

/// One block of a stretch: one closure on the main queue.
package struct BlockRecord: Codable, Sendable {
    package var began: Int64
    package var ended: Int64
    package var cpu: Int64
    package var runDelay: Int64
    /// The operation, as `operations.csv` numbers it; `nil` when no operation caused the block.
    package var operation: Int?
    /// The name of a block without an operation: `merge`, `display`, `flush`, `other`.
    package var label: String
    package var spans: [SpanRecord]

    package init(
        began: Int64, ended: Int64, cpu: Int64, runDelay: Int64, operation: Int?, label: String,
        spans: [SpanRecord]
    ) {
        self.began = began
        self.ended = ended
        self.cpu = cpu
        self.runDelay = runDelay
        self.operation = operation
        self.label = label
        self.spans = spans
    }
}

/// A part of a block that has one cause, by wall time.
///
/// Spans nest; `depth` 0 is the outermost.
package struct SpanRecord: Codable, Sendable {
    package var cause: String
    package var began: Int64
    package var ended: Int64
    package var depth: Int
    /// Wall time less the wall time of the nested spans.
    package var own: Int64

    package init(cause: String, began: Int64, ended: Int64, depth: Int, own: Int64) {
        self.cause = cause
        self.began = began
        self.ended = ended
        self.depth = depth
        self.own = own
    }
}

/// One executed operation.
package struct OperationRecord: Sendable {
    /// The operation's number in `operations.csv`.
    package var index: Int
    package var role: String
    /// The operation's kind: `import-batch`, `fetch-page`, `search`, `edit`, `delete` or another.
    package var kind: String
    package var phase: String
    package var due: Int64
    package var began: Int64
    package var ended: Int64
    /// Objects that it read, and objects that it inserted, changed or deleted.
    package var rows: Int
    package var edits: Int

    package init(
        index: Int, role: String, kind: String, phase: String, due: Int64, began: Int64,
        ended: Int64, rows: Int, edits: Int
    ) {
        self.index = index
        self.role = role
        self.kind = kind
        self.phase = phase
        self.due = due
        self.began = began
        self.ended = ended
        self.rows = rows
        self.edits = edits
    }
}

/// The edits of one operation, and when they were made, saved and committed.
package struct EditRecord: Codable, Sendable {
    package var operation: Int
    package var role: String
    package var phase: String
    package var count: Int
    package var edited: Int64
    /// The route's hops up to the first `enqueue` were done; `nil` if that never came.
    package var saved: Int64?
    /// The store's COMMIT returned; `nil` if that never came.
    package var committed: Int64?
    /// The bytes survive a loss of power from here on; `nil` if that never came, or was not
    /// observed.
    package var durable: Int64?
    /// A save failed that was to take them on, and the app believed them saved: the first time;
    /// `nil` if that never came.
    package var silentlyFailed: Int64?

    package init(
        operation: Int, role: String, phase: String, count: Int, edited: Int64, saved: Int64?,
        committed: Int64?, durable: Int64? = nil, silentlyFailed: Int64? = nil
    ) {
        self.operation = operation
        self.role = role
        self.phase = phase
        self.count = count
        self.edited = edited
        self.saved = saved
        self.committed = committed
        self.durable = durable
        self.silentlyFailed = silentlyFailed
    }
}

/// How long after an importer's call of save the ui context held the batch.
package struct FreshnessRecord: Codable, Sendable {
    package var operation: Int
    package var phase: String
    package var saveCalled: Int64
    package var shown: Int64

    package init(operation: Int, phase: String, saveCalled: Int64, shown: Int64) {
        self.operation = operation
        self.phase = phase
        self.saveCalled = saveCalled
        self.shown = shown
    }
}

/// One frame that `display` drew.
package struct FrameRecord: Codable, Sendable {
    package var due: Int64
    package var finished: Int64

    package init(due: Int64, finished: Int64) {
        self.due = due
        self.finished = finished
    }
}

/// The cost of a probe in a run: its count times its calibrated unit.
package struct ProbeCost: Codable, Sendable {
    package var name: String
    package var count: Int
    package var unitNanoseconds: Double
    /// Whether its time falls on the main queue.
    package var isOnMain: Bool

    package init(name: String, count: Int, unitNanoseconds: Double, isOnMain: Bool) {
        self.name = name
        self.count = count
        self.unitNanoseconds = unitNanoseconds
        self.isOnMain = isOnMain
    }
}

/// The VFS's counts in one phase.
package struct StoreCounts: Codable, Sendable {
    package var phase: String
    package var commits: Int
    package var syncs: Int
    package var writes: Int
    package var bytesWritten: Int
    package var checkpoints: Int

    package init(
        phase: String, commits: Int, syncs: Int, writes: Int, bytesWritten: Int, checkpoints: Int
    ) {
        self.phase = phase
        self.commits = commits
        self.syncs = syncs
        self.writes = writes
        self.bytesWritten = bytesWritten
        self.checkpoints = checkpoints
    }
}

/// How much of one kind of work a phase took.
package struct WorkRecord: Codable, Sendable, Hashable {
    package var phase: String
    /// A name of `Work`: `rows_bound`.
    package var kind: String
    /// On all threads.
    package var total: Int
    /// On the main thread alone.
    package var onMain: Int

    package init(phase: String, kind: String, total: Int, onMain: Int) {
        self.phase = phase
        self.kind = kind
        self.total = total
        self.onMain = onMain
    }
}

/// The CPU times of the reference computation in one repetition.
package struct ReferenceRecord: Codable, Sendable, Hashable {
    /// Of the computation; times of two versions do not compare.
    package var version: Int
    package var beforeNanoseconds: Int64
    package var afterNanoseconds: Int64

    package init(version: Int, beforeNanoseconds: Int64, afterNanoseconds: Int64) {
        self.version = version
        self.beforeNanoseconds = beforeNanoseconds
        self.afterNanoseconds = afterNanoseconds
    }
}

/// CPU time of a queue's blocks in one phase.
package struct QueueCPU: Codable, Sendable {
    package var phase: String
    package var queue: String
    /// The roles whose operations ran on the queue, joined by `+`.
    package var role: String
    package var nanoseconds: Int64

    package init(phase: String, queue: String, role: String, nanoseconds: Int64) {
        self.phase = phase
        self.queue = queue
        self.role = role
        self.nanoseconds = nanoseconds
    }
}

/// A doubt about a result, with advice.
package struct RunWarning: Codable, Sendable, Hashable {
    /// A short fixed name: `debug-build`, `noisy-machine`, `gnuplot-missing`, `memory-filesystem`.
    package var code: String
    package var message: String
    package var advice: String

    package init(code: String, message: String, advice: String) {
        self.code = code
        self.message = message
        self.advice = advice
    }
}
