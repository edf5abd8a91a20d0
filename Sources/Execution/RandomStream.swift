/// Random numbers that follow only from a seed and a path of keys.
///
/// Keys make streams addressable: the numbers of (seed, "ui", 7) do not depend on the number drawn
/// for "importer", so a new role shifts no other. The generator is SplitMix64 (Steele, Lea and
/// Flood, OOPSLA 2014); the keys are folded in by FNV-1a and the same mixer.
package struct RandomStream: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// The root stream of a seed.
    package init(seed: UInt64) {
        state = Self.mix(seed &+ 0x9E37_79B9_7F4A_7C15)
    }

    /// The stream of a key below this one.
    ///
    /// It depends on this stream's state: call it before drawing.
    package func keyed(_ key: String) -> RandomStream {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in key.utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return RandomStream(seed: Self.mix(state ^ hash))
    }

    /// The stream below this one under a number, as `keyed(_:)` does for a name.
    package func keyed(_ key: Int) -> RandomStream {
        RandomStream(seed: Self.mix(state ^ Self.mix(UInt64(bitPattern: Int64(key)) &+ 1)))
    }

    /// The next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mix(state)
    }

    /// A number in [0, 1), from the top 53 bits.
    package mutating func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// A number from the exponential distribution of this mean, by inversion.
    package mutating func exponential(mean: Double) -> Double {
        // `Foundation.log` is not imported here on purpose: the seam has no other use for it.
        -mean * naturalLogarithm(1 - unit())
    }

    private static func mix(_ value: UInt64) -> UInt64 {
        var z = value
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
