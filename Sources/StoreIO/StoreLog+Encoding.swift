import Execution

// The form of a log in a file, little-endian:
//
//     "CDOL"  version: u32  keepsPayload: u32  files: u32  operations: u64  payload: u64
//     for each file       class: u8  length of the suffix: u8  suffix
//     for each operation  kind: u8  flags: u8  0: u16  file: i32  result: i32
//                         at: i64  offset: i64  length: i64
//     the payload, in the order of the writes, without gaps
//     checksum of all before: u64
//
// Where a write's bytes are is not told: the writes' lengths add up to it.

extension StoreLog {
    private static let magic: [UInt8] = Array("CDOL".utf8)
    private static let version: UInt32 = 1
    private static let headerSize = 32
    private static let operationSize = 36

    /// The log as bytes; a log of a trace is the same after decoding.
    ///
    /// The payload of a log that was changed is laid out anew, in the order of its writes.
    ///
    /// - Complexity: O(operations + payload).
    package func encoded() -> [UInt8] {
        let payloadCount = operations.reduce(0) { $0 + $1.payload.count }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(
            Self.headerSize + files.count * 16 + operations.count * Self.operationSize
                + payloadCount + 8)
        bytes += Self.magic
        bytes.append(littleEndian: Self.version)
        bytes.append(littleEndian: UInt32(keepsPayload ? 1 : 0))
        bytes.append(littleEndian: UInt32(files.count))
        bytes.append(littleEndian: UInt64(operations.count))
        bytes.append(littleEndian: UInt64(payloadCount))
        for file in files {
            let suffix = Array(file.pathSuffix.utf8.prefix(255))
            bytes += [UInt8(file.class.rawValue), UInt8(suffix.count)] + suffix
        }
        for operation in operations {
            bytes += [operation.kind.rawValue, operation.flags, 0, 0]
            bytes.append(littleEndian: Int32(operation.file))
            bytes.append(littleEndian: operation.result)
            bytes.append(littleEndian: operation.at.nanoseconds)
            bytes.append(littleEndian: Int64(operation.offset))
            bytes.append(littleEndian: Int64(operation.length))
        }
        for operation in operations { bytes += payload[operation.payload] }
        bytes.append(littleEndian: Self.checksum(of: bytes[...]))
        return bytes
    }

    /// Reads a log back.
    ///
    /// - Throws: `StoreIOError` for bytes that are no log, of another version, cut or damaged.
    /// - Complexity: O(bytes).
    package init(decoding bytes: [UInt8]) throws {
        guard bytes.starts(with: Self.magic) else { throw StoreIOError.logDamaged("no magic") }
        guard bytes.count >= Self.headerSize + 8 else { throw StoreIOError.logDamaged("too short") }
        var reader = LogReader(bytes[4..<bytes.count - 8])
        let version = try reader.next(UInt32.self)
        guard version == Self.version else {
            throw StoreIOError.logDamaged("version \(version), and \(Self.version) is known")
        }
        var end = LogReader(bytes[(bytes.count - 8)...])
        guard try end.next(UInt64.self) == Self.checksum(of: bytes.dropLast(8)) else {
            throw StoreIOError.logDamaged("the checksum is wrong")
        }
        let keepsPayload = try reader.next(UInt32.self)
        guard keepsPayload <= 1 else { throw StoreIOError.logDamaged("flags \(keepsPayload)") }
        let fileCount = try reader.next(UInt32.self)
        let operationCount = try reader.next(UInt64.self)
        let payloadCount = try reader.next(UInt64.self)
        self.init(keepsPayload: keepsPayload == 1, files: [], operations: [], payload: [])
        for _ in 0..<fileCount { files.append(try reader.file()) }
        guard operationCount <= UInt64(reader.rest.count / Self.operationSize) else {
            throw StoreIOError.logDamaged("\(operationCount) operations have no room")
        }
        operations.reserveCapacity(Int(operationCount))
        var position = 0
        for _ in 0..<operationCount {
            var operation = try reader.operation(fileCount: files.count)
            if operation.kind == .write && self.keepsPayload {
                guard operation.length <= bytes.count - position else {
                    throw StoreIOError.logDamaged("a write of \(operation.length) bytes")
                }
                operation.payload = position..<position + operation.length
                position += operation.length
            }
            operations.append(operation)
        }
        guard payloadCount == UInt64(position), reader.rest.count == position else {
            throw StoreIOError.logDamaged(
                "\(reader.rest.count) bytes of payload where writes have \(position)")
        }
        payload = Array(reader.rest)
    }

    /// A word at a time: multiplied by an odd number, so that every change of one word changes the
    /// sum; FNV's start and prime.
    private static func checksum(of bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.withUnsafeBytes { bytes in
            var sum: UInt64 = 0xcbf2_9ce4_8422_2325
            let words = bytes.count / 8
            for word in 0..<words {
                let value = bytes.loadUnaligned(fromByteOffset: word * 8, as: UInt64.self)
                sum = (sum ^ UInt64(littleEndian: value)) &* 0x0000_0100_0000_01b3
                // The product's high bits hold what the low ones lose.
                sum ^= sum >> 29
            }
            for byte in bytes[(words * 8)...] {
                sum = (sum ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
            }
            return sum
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append<Value: FixedWidthInteger>(littleEndian value: Value) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
}

/// Takes values from the front of a log's bytes.
private struct LogReader {
    var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func take(_ count: Int) throws -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw StoreIOError.logDamaged("it ends too early") }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func next<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
        try take(Value.bitWidth / 8).withUnsafeBytes {
            Value(littleEndian: $0.loadUnaligned(as: Value.self))
        }
    }

    mutating func file() throws -> StoreLog.File {
        let raw = try next(UInt8.self)
        guard let file = StoreFile(rawValue: Int(raw)) else {
            throw StoreIOError.logDamaged("a file of the class \(raw)")
        }
        let suffix = try take(Int(next(UInt8.self)))
        return StoreLog.File(class: file, pathSuffix: String(decoding: suffix, as: UTF8.self))
    }

    mutating func operation(fileCount: Int) throws -> StoreLog.Operation {
        let raw = try next(UInt8.self)
        guard let kind = StoreLog.Kind(rawValue: raw) else {
            throw StoreIOError.logDamaged("an operation of the kind \(raw)")
        }
        let flags = try next(UInt8.self)
        guard try next(UInt16.self) == 0 else { throw StoreIOError.logDamaged("a gap is filled") }
        let file = Int(try next(Int32.self))
        let mayBeOnNone = kind == .note || kind == .fault
        guard file < fileCount, file >= (mayBeOnNone ? StoreLog.Operation.noFile : 0) else {
            throw StoreIOError.logDamaged("file \(file) of \(fileCount)")
        }
        let result = try next(Int32.self)
        let at = Instant(nanoseconds: try next(Int64.self))
        let offset = Int(try next(Int64.self))
        let length = Int(try next(Int64.self))
        guard length >= 0, offset >= 0 || kind == .note else {
            throw StoreIOError.logDamaged("\(length) bytes at \(offset)")
        }
        return StoreLog.Operation(
            kind, file: file, at: at, offset: offset, length: length, flags: flags,
            result: result)
    }
}
