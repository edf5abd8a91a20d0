import Foundation

/// Reads the bytes of a `ByteWriter`; any others end in an error, never past the end.
struct ByteReader {
    struct Damage: Error {}

    private let bytes: [UInt8]
    private var place = 0

    init(_ data: some Sequence<UInt8>) {
        bytes = Array(data)
    }

    var isAtEnd: Bool { place == bytes.count }

    mutating func unsigned() throws -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard place < bytes.count else { throw Damage() }
            let byte = bytes[place]
            place += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw Damage()
    }

    mutating func signed() throws -> Int64 {
        // The inverse of the folding in `ByteWriter`: even numbers are positive, odd ones negative.
        let folded = try unsigned()
        return Int64(bitPattern: folded >> 1) ^ -Int64(bitPattern: folded & 1)
    }

    /// A count of items of at least one byte each; a damaged count cannot reserve excessive memory.
    mutating func count() throws -> Int {
        let value = try unsigned()
        guard value <= UInt64(bytes.count - place) else { throw Damage() }
        return Int(value)
    }

    mutating func double() throws -> Double {
        guard bytes.count - place >= 8 else { throw Damage() }
        var pattern: UInt64 = 0
        for index in 0..<8 { pattern |= UInt64(bytes[place + index]) << UInt64(8 * index) }
        place += 8
        return Double(bitPattern: pattern)
    }

    mutating func data() throws -> Data {
        let count = try count()
        defer { place += count }
        return Data(bytes[place..<place + count])
    }

    mutating func text() throws -> String {
        guard let text = String(bytes: try data(), encoding: .utf8) else { throw Damage() }
        return text
    }
}
