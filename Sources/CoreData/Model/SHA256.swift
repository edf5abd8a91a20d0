import Foundation

/// The hash SHA-256 (FIPS 180-4), for version hashes.
///
/// Our own, because fifty lines do not justify a dependency on a cryptographic library. It hashes
/// models, a few kilobytes each: it is not tuned, and protects no secret.
package struct SHA256 {
    /// The hash value, at first the fractional parts of eight square roots.
    ///
    /// The first 32 bits of those of the first eight primes (FIPS 180-4, 5.3.3).
    private var state: [UInt32] = [
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A,
        0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
    ]

    /// The digest of bytes, 32 bytes long.
    package static func digest(of bytes: some Collection<UInt8>) -> Data {
        var hash = SHA256()
        var message = Array(bytes)
        // Padding (5.1.1): a one bit, zeros up to the last eight bytes of a block, the length in
        // bits.
        let bitCount = UInt64(message.count) * 8
        message.append(0x80)
        message.append(contentsOf: repeatElement(0, count: (120 - message.count % 64) % 64))
        for shift in stride(from: 56, through: 0, by: -8) {
            message.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift)))
        }
        for start in stride(from: 0, to: message.count, by: 64) {
            hash.compress(message[start..<start + 64])
        }
        var digest = Data(capacity: 32)
        for word in hash.state {
            for shift in stride(from: 24, through: 0, by: -8) {
                digest.append(UInt8(truncatingIfNeeded: word >> UInt32(shift)))
            }
        }
        return digest
    }

    /// Hashes one block of 64 bytes (6.2.2).
    private mutating func compress(_ block: ArraySlice<UInt8>) {
        let schedule = Self.schedule(of: block)
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for step in 0..<64 {
            let bigSigma1 = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
            let choice = (e & f) ^ (~e & g)
            let first = h &+ bigSigma1 &+ choice &+ Self.constants[step] &+ schedule[step]
            let bigSigma0 = a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)
            let majority = (a & b) ^ (a & c) ^ (b & c)
            let second = bigSigma0 &+ majority
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ second)
        }
        for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
    }

    /// The 64 words into which a block is expanded (6.2.2, step 1).
    private static func schedule(of block: ArraySlice<UInt8>) -> [UInt32] {
        var words: [UInt32] = []
        words.reserveCapacity(64)
        for start in stride(from: block.startIndex, to: block.endIndex, by: 4) {
            words.append(block[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) })
        }
        for index in 16..<64 {
            let near = words[index - 15]
            let far = words[index - 2]
            let sigma0 = near.rotated(7) ^ near.rotated(18) ^ near >> 3
            let sigma1 = far.rotated(17) ^ far.rotated(19) ^ far >> 10
            words.append(words[index - 16] &+ sigma0 &+ words[index - 7] &+ sigma1)
        }
        return words
    }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes (4.2.2).
    private static let constants: [UInt32] = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5,
        0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
        0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3,
        0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
        0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC,
        0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
        0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7,
        0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
        0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13,
        0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
        0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3,
        0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
        0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5,
        0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
        0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208,
        0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
    ]
}

extension UInt32 {
    /// Rotated to the right, as FIPS 180-4 writes ROTR.
    fileprivate func rotated(_ count: UInt32) -> UInt32 {
        self >> count | self << (32 - count)
    }
}
