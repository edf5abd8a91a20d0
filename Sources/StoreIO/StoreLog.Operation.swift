import CTracingVFS
import Execution

extension StoreLog {
    /// One thing that was done.
    package struct Operation: Sendable, Hashable {
        /// The `file` of an operation that is on none: a note; a call on a file that is not there.
        package static let noFile = -1

        /// What was done.
        package var kind: Kind
        /// By kind, what the properties below read.
        package var flags: UInt8
        /// SQLite's result code; 0 except in a `fault`.
        package var result: Int32
        /// Index of the incarnation in `StoreLog.files`, or `noFile`.
        ///
        /// That of a commit or checkpoint is the database.
        package var file: Int
        /// When the call had returned, on the clock of the trace.
        package var at: Instant
        /// Where a write begins, also one that failed; the bits of a note's ID; how long a sync
        /// took, in nanoseconds; else 0.
        package var offset: Int
        /// Bytes of a write, also one that failed; the size that the file has after a create or
        /// truncate; how many operations came before a sync that others ran beside; else 0.
        package var length: Int
        /// Where the bytes of a write are in `StoreLog.payload`; empty when they are not kept.
        package var payload: Range<Int>

        package init(
            _ kind: Kind, file: Int, at: Instant, offset: Int = 0, length: Int = 0,
            payload: Range<Int> = 0..<0, flags: UInt8 = 0, result: Int32 = 0
        ) {
            self.kind = kind
            self.flags = flags
            self.result = result
            self.file = file
            self.at = at
            self.offset = offset
            self.length = length
            self.payload = payload
        }
    }
}

extension StoreLog.Operation {
    /// Whether it changed a file or made it durable: what a `StoreKill` counts.
    package var isChange: Bool {
        switch kind {
        case .create: !isExisting
        case .write, .truncate, .sync, .delete: true
        case .commit, .checkpointBegun, .checkpointDone, .note, .fault: false
        }
    }

    /// Whether a `create` tells of a file that was there before the trace saw it.
    package var isExisting: Bool {
        kind == .create && flags & UInt8(CTRACING_EXISTED) != 0
    }

    /// Whether a `delete` was to sync the directory, too.
    package var syncsDirectory: Bool {
        kind == .delete && flags & UInt8(CTRACING_DIRECTORY_SYNC) != 0
    }

    /// Whether a `sync` asked for `SQLITE_SYNC_FULL` (3) and not only `SQLITE_SYNC_NORMAL` (2):
    /// what `PRAGMA fullfsync` and `checkpoint_fullfsync` ask for.
    package var isFullSync: Bool { kind == .sync && flags & 0x0F == 3 }

    /// Whether a `sync` may leave out what is not needed to read the data (`SQLITE_SYNC_DATAONLY`).
    package var isDataOnlySync: Bool { kind == .sync && flags & 0x10 != 0 }

    /// How many operations of the log came before a `sync` began; `nil` if all before it did.
    ///
    /// Those that stand before it and are not among them were done while it was under way: it does
    /// not sync them.
    package var synced: Int? { kind == .sync && length > 0 ? length : nil }

    /// How long a `sync` took; in virtual time with its wait for the device.
    package var took: Duration? { kind == .sync ? .nanoseconds(offset) : nil }

    /// The ID of a `note`.
    package var noteID: UInt64? { kind == .note ? UInt64(bitPattern: Int64(offset)) : nil }

    /// What failed in a `fault`.
    package var failedCall: StoreCall? {
        kind == .fault ? StoreCall(rawValue: Int(flags & 7)) : nil
    }

    /// On which file the call of a `fault` failed; known also where `file` is `noFile`.
    package var failedFile: StoreFile? {
        kind == .fault ? StoreFile(rawValue: Int(flags >> 3 & 7)) : nil
    }

    /// Whether the trace made the call of a `fault` fail (`StoreFault`).
    package var isInjected: Bool { kind == .fault && flags & 0x80 != 0 }
}
