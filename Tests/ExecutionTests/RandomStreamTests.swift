import Execution
import Testing

@Suite struct RandomStreamTests {
    private static func first(_ stream: RandomStream, _ count: Int = 3) -> [UInt64] {
        var stream = stream
        return (0..<count).map { _ in stream.next() }
    }

    // Worked out by an implementation of the same definition in Python.
    @Test func `The numbers of a seed and a path are known`() {
        #expect(
            Self.first(RandomStream(seed: 0)) == [
                0xA706_DD2F_4D19_7E6F, 0xB382_A305_F441_4F5E, 0x631A_9154_FBAB_F717,
            ])
        #expect(
            Self.first(RandomStream(seed: 20_130_429)) == [
                0x7D83_E021_8BE2_418D, 0x3F3E_5FB4_2ADF_1EC0, 0xC548_937F_4CC6_AA93,
            ])
        #expect(
            Self.first(RandomStream(seed: 20_130_429).keyed("ui").keyed(7)) == [
                0xA1CF_A44E_BFB4_6A4F, 0xFACE_7112_B90C_7E6F, 0xC447_2253_227E_A1C7,
            ])
    }

    @Test func `A stream below a key does not depend on what others drew`() {
        let root = RandomStream(seed: 42)
        var importer = root.keyed("importer")
        let before = Self.first(root.keyed("ui").keyed(7))
        for _ in 0..<1000 { _ = importer.next() }
        #expect(Self.first(root.keyed("ui").keyed(7)) == before)
    }

    @Test func `Other keys and other seeds give other numbers`() {
        var seen: Set<UInt64> = []
        var count = 0
        for seed in [0, 1, 2, UInt64.max] {
            let root = RandomStream(seed: seed)
            for role in ["", "ui", "iu", "importer"] {
                for index in [-1, 0, 1, 2, 1000] {
                    seen.formUnion(Self.first(root.keyed(role).keyed(index)))
                    count += 3
                }
            }
        }
        #expect(seen.count == count)
    }

    @Test func `Unit numbers lie in 0 to 1 and fill it evenly`() {
        var stream = RandomStream(seed: 5)
        var counts = [Int](repeating: 0, count: 10)
        for _ in 0..<100_000 {
            let value = stream.unit()
            #expect(value >= 0 && value < 1)
            counts[Int(value * 10)] += 1
        }
        // Five standard deviations of a binomial of 100,000 and 0.1 are 474.
        for count in counts { #expect(abs(count - 10_000) < 474, "seed 5") }
    }

    @Test func `Exponential numbers have their mean and their tail`() {
        var stream = RandomStream(seed: 6)
        let values = (0..<100_000).map { _ in stream.exponential(mean: 50) }
        let mean = values.reduce(0, +) / Double(values.count)
        #expect(abs(mean - 50) < 0.8, "seed 6")
        let above = Double(values.count { $0 > 100 }) / Double(values.count)
        // e^-2
        #expect(abs(above - 0.1353) < 0.006, "seed 6")
        #expect(values.allSatisfy { $0 >= 0 && $0.isFinite })
    }
}
