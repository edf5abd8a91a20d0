/// The hash function SHA-256 (FIPS 180-4), over bytes as they come.
///
/// Foundation has none on Linux, and a package for these lines alone would not be worth its build
/// (Architecture.md, “What it stands on”). Its digests identify equal things; they do not defend
/// against an adversary.
package struct SHA256: Sendable {
    private var state: [UInt32] = [
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A,
        0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
    ]
    /// Bytes that do not fill a block yet.
    private var pending: [UInt8] = []
    private var byteCount: UInt64 = 0

    /// The hash of nothing yet.
    package init() {
        pending.reserveCapacity(64)
    }

    /// Adds bytes to the message.
    package mutating func update(_ bytes: some Sequence<UInt8>) {
        // Callers in other modules get this unspecialised; bytes that lie in a row are taken at
        // once.
        if bytes.withContiguousStorageIfAvailable({ update(contiguous: $0) }) != nil { return }
        Array(bytes).withUnsafeBufferPointer { update(contiguous: $0) }
    }

    private mutating func update(contiguous bytes: UnsafeBufferPointer<UInt8>) {
        byteCount += UInt64(bytes.count)
        var rest = UnsafeRawBufferPointer(bytes)[...]
        if !pending.isEmpty {
            let first = rest.prefix(64 - pending.count)
            pending += first
            rest = rest.dropFirst(first.count)
            guard pending.count == 64 else { return }
            pending.withUnsafeBytes { absorb($0) }
            pending.removeAll(keepingCapacity: true)
        }
        while rest.count >= 64 {
            absorb(UnsafeRawBufferPointer(rebasing: rest.prefix(64)))
            rest = rest.dropFirst(64)
        }
        pending += rest
    }

    /// Adds the UTF-8 of a text to the message.
    package mutating func update(_ text: String) { update(text.utf8) }

    /// The digest of the bytes so far: 32 bytes.
    ///
    /// More may be added after it.
    package func digest() -> [UInt8] {
        var last = self
        let bits = byteCount &* 8
        last.update([0x80])
        while last.pending.count != 56 { last.update([0]) }
        last.update((0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) })
        return last.state.flatMap { word in
            (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) }
        }
    }

    /// The digest in 64 lowercase hexadecimal digits.
    package func hex() -> String {
        let digits = Array("0123456789abcdef")
        var text = ""
        for byte in digest() {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return text
    }

    /// The digest of a text's UTF-8, in hexadecimal.
    package static func hex(of text: String) -> String {
        var hash = SHA256()
        hash.update(text)
        return hash.hex()
    }

    /// Takes a block of 64 bytes in.
    private mutating func absorb(_ block: UnsafeRawBufferPointer) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
            for index in 0..<16 {
                schedule[index] = UInt32(
                    bigEndian: block.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
            }
            for index in 16..<64 {
                let a = schedule[index - 15]
                let b = schedule[index - 2]
                let sigma0 = Self.rotate(a, 7) ^ Self.rotate(a, 18) ^ (a >> 3)
                let sigma1 = Self.rotate(b, 17) ^ Self.rotate(b, 19) ^ (b >> 10)
                schedule[index] = schedule[index - 16] &+ sigma0 &+ schedule[index - 7] &+ sigma1
            }
            compress(UnsafeBufferPointer(schedule))
        }
    }

    /// The names a to h follow the standard.
    private mutating func compress(_ schedule: UnsafeBufferPointer<UInt32>) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for index in 0..<64 {
            let sum1 = Self.rotate(e, 6) ^ Self.rotate(e, 11) ^ Self.rotate(e, 25)
            let choice = (e & f) ^ (~e & g)
            let first = h &+ sum1 &+ choice &+ Self.constants[index] &+ schedule[index]
            let sum0 = Self.rotate(a, 2) ^ Self.rotate(a, 13) ^ Self.rotate(a, 22)
            let majority = (a & b) ^ (a & c) ^ (b & c)
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ sum0 &+ majority)
        }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
        state[4] &+= e
        state[5] &+= f
        state[6] &+= g
        state[7] &+= h
    }

    @inline(__always)
    private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word >> count | word << (32 - count)
    }

    /// The fractions of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1,
        0x923F_82A4, 0xAB1C_5ED5, 0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3,
        0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174, 0xE49B_69C1, 0xEFBE_4786,
        0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
        0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147,
        0x06CA_6351, 0x1429_2967, 0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13,
        0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85, 0xA2BF_E8A1, 0xA81A_664B,
        0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
        0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A,
        0x5B9C_CA4F, 0x682E_6FF3, 0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208,
        0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
    ]
}
