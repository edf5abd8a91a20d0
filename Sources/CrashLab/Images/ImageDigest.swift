import CImageVFS

/// A digest of 128 bits that identifies an image.
struct ImageDigest: Hashable, Sendable, CustomStringConvertible {
    private(set) var low: UInt64
    private(set) var high: UInt64

    init(_ digest: cimage_digest) {
        low = digest.low
        high = digest.high
    }

    /// Mixes in a name and the digest of what it stands for.
    mutating func add(_ name: String, _ other: ImageDigest) {
        for word in name.utf8.map(UInt64.init) + [other.low, other.high] {
            let (upper, lower) = (low ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
            (low, high) = (upper ^ lower &+ high, high &* 31 &+ word ^ upper)
        }
    }

    var description: String {
        [high, low].map { part in
            let text = String(part, radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }.joined()
    }
}
