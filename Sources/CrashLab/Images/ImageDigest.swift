import CImageVFS

/// A digest of 128 bits that identifies an image.
struct ImageDigest: Hashable, Sendable, CustomStringConvertible {
    let low: UInt64
    let high: UInt64

    init(_ digest: cimage_digest) {
        low = digest.low
        high = digest.high
    }

    var description: String {
        [high, low].map { part in
            let text = String(part, radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }.joined()
    }
}
