import Foundation
import Synchronization

/// A value that lies in a file beside its store, read when it is first asked for.
///
/// Rows share it: all rows of a process that name the same file have the same one.
// @unchecked: the mutex guards the bytes, which stay where they are until the value is freed.
final class ExternalValue: @unchecked Sendable {
    private let key: String
    private let read: Reader
    private let loaded = Mutex<Loaded>(Loaded())

    // @unchecked: never written once they are loaded.
    private struct Loaded: @unchecked Sendable {
        var bytes: UnsafeRawBufferPointer?
    }

    /// Reads the file into memory that the caller frees; `nil` if it is missing or unreadable.
    typealias Reader = @Sendable () -> UnsafeRawBufferPointer?

    private init(_ key: String, _ read: @escaping Reader) {
        self.key = key
        self.read = read
    }

    deinit {
        Self.living.withLock { living in
            // A younger value may have taken the place.
            if living[key] == address { living[key] = nil }
        }
        loaded.withLock { $0.bytes?.deallocate() }
    }

    private var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

    /// The bytes, valid as long as this value lives; `nil` if the file is missing or unreadable.
    ///
    /// No lock is held while the file is read, since in virtual time that may let others run.
    var bytes: UnsafeRawBufferPointer? {
        if let known = loaded.withLock({ $0.bytes }) { return known }
        guard let read = read() else { return nil }
        // Safe: immutable memory that this value owns.
        nonisolated(unsafe) let mine = read
        let winner = loaded.withLock { loaded in
            if loaded.bytes == nil { loaded.bytes = mine }
            return Loaded(bytes: loaded.bytes)
        }
        if winner.bytes?.baseAddress != read.baseAddress { read.deallocate() }
        return winner.bytes
    }

    /// The bytes without a copy; they keep this value alive.
    var data: Data? {
        guard let bytes, let start = bytes.baseAddress else { return nil }
        return Data(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: bytes.count,
            deallocator: .custom { [self] _, _ in withExtendedLifetime(self) {} })
    }

    // MARK: All of a process

    /// The addresses of the living values, by file: another coordinator of the same store may
    /// remove a file that rows of this one name.
    private static let living = Mutex<[String: UInt]>([:])

    /// The value in a file.
    ///
    /// - Parameter key: the same for each coordinator that has the file, and for no other file.
    static func of(_ key: String, _ read: @escaping Reader) -> ExternalValue {
        living.withLock { living in
            if let known = object(at: living[key]) { return known }
            let value = ExternalValue(key, read)
            living[key] = value.address
            return value
        }
    }

    /// Reads a file that is about to go, if a row in memory names it.
    ///
    /// - Returns: whether it may go.
    static func release(_ key: String) -> Bool {
        let value = living.withLock { living -> ExternalValue? in object(at: living[key]) }
        return value.map { $0.bytes != nil } ?? true
    }

    /// The value at an address, under the lock that its deinit takes; `nil` once that has begun.
    private static func object(at address: UInt?) -> ExternalValue? {
        address.flatMap(UnsafeRawPointer.init(bitPattern:)).flatMap {
            retainIfAlive($0, as: ExternalValue.self)
        }
    }
}
