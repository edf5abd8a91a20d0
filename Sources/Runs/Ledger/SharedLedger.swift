import CProcess
import Execution

/// A ledger in a mapped file: appended records survive the process, however it dies.
///
/// A crash run appends its intents and results; when the process has been killed, the parent reads
/// its progress. The bytes are in the page cache from the moment `append` returns: a kill takes
/// nothing of them, a power loss would.
package final class SharedLedger: Sendable {
    /// One record, in the order in which slots were taken.
    package struct Record: Sendable, Hashable {
        /// From 1.
        package var sequence: Int
        /// The event, in the writer's own numbering.
        package var kind: UInt32
        /// The event's subject, in the writer's own numbering.
        package var id: UInt32
        /// To how many.
        package var count: Int
        package var at: Instant

        package init(sequence: Int, kind: UInt32, id: UInt32, count: Int, at instant: Instant) {
            self.sequence = sequence
            self.kind = kind
            self.id = id
            self.count = count
            at = instant
        }
    }

    /// The records that a reader finds.
    package struct Contents: Sendable, Hashable {
        /// The complete records, in order.
        package var records: [Record]
        /// Slots that a writer took and, having died, did not complete.
        ///
        /// At most one a thread.
        package var torn: Int
        /// Records that found the ledger full.
        ///
        /// If it is not zero, the capacity was chosen too small.
        package var refused: Int
    }

    // The C side is atomics only and may be used from any thread; unmapped in `deinit`.
    nonisolated(unsafe) private let ledger: OpaquePointer

    private init(ledger: OpaquePointer) {
        self.ledger = ledger
    }

    deinit {
        cprocess_ledger_close(ledger)
    }

    /// Makes an empty ledger for `capacity` records of 32 bytes, allocated at once.
    ///
    /// - Throws: `RunsError.noLedger`: no space, no permission, no such folder.
    package static func create(at path: String, capacity: Int) throws -> SharedLedger {
        var code: Int32 = 0
        guard let ledger = cprocess_ledger_create(path, UInt64(max(0, capacity)), &code) else {
            throw RunsError.noLedger(path: path, code: code)
        }
        return SharedLedger(ledger: ledger)
    }

    /// Maps a ledger that another process made.
    ///
    /// - Throws: `RunsError.noLedger`: no such file, or not a ledger.
    package static func open(at path: String) throws -> SharedLedger {
        var code: Int32 = 0
        guard let ledger = cprocess_ledger_open(path, &code) else {
            throw RunsError.noLedger(path: path, code: code)
        }
        return SharedLedger(ledger: ledger)
    }

    /// The contents of a ledger whose writer has ended.
    ///
    /// - Throws: `RunsError.noLedger`.
    package static func read(from path: String) throws -> Contents {
        try open(at: path).contents
    }

    /// Appends a record, from any thread, without a lock or a system call.
    ///
    /// - Returns: whether the ledger had room; if not, the record is counted as refused.
    @discardableResult
    package func append(kind: UInt32, id: UInt32, count: Int, at instant: Instant) -> Bool {
        let sequence = cprocess_ledger_append(
            ledger, kind, id, UInt32(clamping: count), UInt64(clamping: instant.nanoseconds))
        return sequence > 0
    }

    /// The number of slots taken so far; also while another process appends.
    package var count: Int { Int(cprocess_ledger_taken(ledger)) }

    /// The present contents.
    ///
    /// - Complexity: O(`count`).
    package var contents: Contents {
        var contents = Contents(
            records: [], torn: 0, refused: Int(cprocess_ledger_refused(ledger)))
        let taken = count
        contents.records.reserveCapacity(taken)
        for sequence in 0..<taken {
            if let record = record(at: sequence + 1) {
                contents.records.append(record)
            } else {
                contents.torn += 1
            }
        }
        return contents
    }

    /// The record in a slot, from 1 on; `nil` while it is not complete.
    package func record(at sequence: Int) -> Record? {
        var record = cprocess_record()
        guard cprocess_ledger_record(ledger, UInt64(sequence), &record) == 1 else { return nil }
        return Record(
            sequence: sequence, kind: record.kind, id: record.id, count: Int(record.count),
            at: Instant(nanoseconds: Int64(clamping: record.nanoseconds)))
    }
}
