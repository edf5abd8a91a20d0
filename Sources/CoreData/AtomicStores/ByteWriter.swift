import Foundation

/// Writes numbers and bytes one after the other.
struct ByteWriter {
    private(set) var data = Data()

    /// Writes a number in groups of seven bits, the lowest first: the frequent small ones take a
    /// byte.
    mutating func write(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            data.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        data.append(UInt8(rest))
    }

    /// Writes a signed number, folded so that small negative ones are short, too.
    mutating func write(_ value: Int64) {
        write(UInt64(bitPattern: value << 1 ^ value >> 63))
    }

    mutating func write(_ count: Int) {
        write(UInt64(count))
    }

    mutating func write(_ value: Double) {
        withUnsafeBytes(of: value.bitPattern.littleEndian) { data.append(contentsOf: $0) }
    }

    mutating func write(_ bytes: Data) {
        write(bytes.count)
        data.append(bytes)
    }

    mutating func write(_ text: String) {
        write(Data(text.utf8))
    }
}
