/// A digest of one row, or the sum of many: the same for the same rows in any order.
package struct RowDigest: Hashable, Sendable {
    private var low: UInt64 = 0x9E37_79B9_7F4A_7C15
    private var high: UInt64 = 0xC2B2_AE3D_27D4_EB4F

    package init() {}

    package func hash(into hasher: inout Hasher) {
        // Mixed already; the other word is for comparing.
        hasher.combine(low)
    }

    package mutating func add(_ word: UInt64, tag: UInt64) {
        low = Self.fold(low ^ word, 0xD6E8_FEB8_6659_FD93 ^ tag)
        high = Self.fold(high ^ word, 0xA076_1D64_78BD_642F &+ tag) &+ 0x1F
    }

    package mutating func add(_ bytes: UnsafeRawBufferPointer, tag: UInt64) {
        add(UInt64(bytes.count), tag: tag)
        var offset = 0
        while offset + 8 <= bytes.count {
            add(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self), tag: tag)
            offset += 8
        }
        var rest: UInt64 = 0
        while offset < bytes.count {
            rest = rest << 8 | UInt64(bytes[offset])
            offset += 1
        }
        add(rest, tag: tag)
    }

    /// Adds the digest of one more row.
    package static func += (sum: inout RowDigest, row: RowDigest) {
        let (low, carry) = sum.low.addingReportingOverflow(row.low)
        sum.low = low
        sum.high = sum.high &+ row.high &+ (carry ? 1 : 0)
    }

    private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let (high, low) = left.multipliedFullWidth(by: right)
        return high ^ low
    }
}
