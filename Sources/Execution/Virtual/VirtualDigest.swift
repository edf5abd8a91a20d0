/// A digest of events, in their order: FNV-1a over words.
struct VirtualDigest {
    /// The kind of a digested event.
    enum Kind: UInt64 {
        case lock = 1
        case unlock, async, sync, wait, signal, begin, end, fire, io, random, detached
    }

    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ kind: Kind, _ label: UInt64, _ time: Int64) {
        add(kind.rawValue)
        add(label)
        add(UInt64(bitPattern: time))
    }

    private mutating func add(_ word: UInt64) {
        value = (value ^ word) &* 0x100_0000_01B3
        value ^= value >> 29
    }

    /// The digest of a label.
    static func of(_ label: String) -> UInt64 {
        var digest = VirtualDigest()
        for byte in label.utf8 { digest.add(UInt64(byte)) }
        return digest.value
    }
}
