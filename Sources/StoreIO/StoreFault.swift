import CSQLite
import CTracingVFS

/// A call on a traced store's files that fails, without reaching its file.
package struct StoreFault: Sendable, Hashable, Codable {
    /// What SQLite is told.
    package enum Code: String, Sendable, Hashable, CaseIterable, Codable {
        /// The I/O error of the call: `SQLITE_IOERR_WRITE` and the like; `SQLITE_CANTOPEN` where a
        /// file is opened.
        case ioError
        /// `SQLITE_FULL`: the device has no room.
        case full
        /// `SQLITE_READONLY`.
        case readOnly
        /// `SQLITE_IOERR_FSYNC`, whatever the call: what was written before may not be durable.
        case syncFailure
    }

    /// What fails.
    package var call: StoreCall
    /// On which of the store's files; `nil` for any.
    package var file: StoreFile?
    /// Which of the calls that match fails, from 1; the trace counts from its beginning.
    package var occurrence: Int
    /// Whether all later ones fail, too, until `StoreTrace.clearFaults()`.
    package var isLasting: Bool
    /// How it fails.
    package var code: Code

    /// - Precondition: `occurrence` is 1 or more.
    package init(
        call: StoreCall, file: StoreFile?, occurrence: Int, isLasting: Bool, code: Code
    ) {
        guard occurrence >= 1 else {
            fatalError("a fault's occurrence counts from 1, and this one is \(occurrence)")
        }
        self.call = call
        self.file = file
        self.occurrence = occurrence
        self.isLasting = isLasting
        self.code = code
    }

    /// SQLite's extended result code of the failing call.
    package var resultCode: Int32 {
        switch code {
        case .full: SQLITE_FULL
        case .readOnly: SQLITE_READONLY
        case .syncFailure: Self.ioError(4)
        case .ioError:
            switch call {
            case .open: SQLITE_CANTOPEN
            case .read: Self.ioError(1)
            case .write: Self.ioError(3)
            case .sync: Self.ioError(4)
            case .truncate: Self.ioError(6)
            case .delete: Self.ioError(10)
            }
        }
    }

    /// `SQLITE_IOERR_…` by its number in sqlite3.h, whose macros compute and so do not come over.
    private static func ioError(_ number: Int32) -> Int32 { SQLITE_IOERR | number << 8 }

    var value: ctracing_fault {
        ctracing_fault(
            call: call.code, file_class: file.map { Int32($0.rawValue) } ?? -1,
            occurrence: UInt64(occurrence), is_lasting: isLasting ? 1 : 0, code: resultCode)
    }
}
