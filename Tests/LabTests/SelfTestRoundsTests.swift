import Execution
import Foundation
import Testing
import lab

@Suite struct SelfTestRoundsTests {
    /// Rounds of a change of a tenth, whose noise is partly the machine's speed.
    private static func rounds(_ count: Int, own: Double) -> SelfTestRounds {
        var random = RandomStream(seed: 5)
        // The sum of twelve is normal enough.
        func noise(_ random: inout RandomStream) -> Double {
            (0..<12).reduce(-6) { sum, _ in sum + Double(random.next() >> 11) * 0x1p-53 }
        }
        var (differences, speeds): ([Double], [Double]) = ([], [])
        for _ in 0..<count {
            let speed = 0.1 * noise(&random)
            speeds.append(speed)
            differences.append(log(1.1) + speed + own * noise(&random))
        }
        return SelfTestRounds(differences: differences, speeds: speeds)
    }

    @Test func `Fewer rounds find a change where the machine's speed is most of the noise`() throws
    {
        let rounds = Self.rounds(64, own: 0.02)
        let alone = try #require(rounds.alone)
        let atEqualSpeed = try #require(rounds.atEqualSpeed)
        #expect(atEqualSpeed <= alone / 2, "\(rounds.text)")
        #expect(rounds.correlation > 0.9)
    }

    @Test func `Where it is none of the noise the rounds stay the same`() throws {
        var random = RandomStream(seed: 9)
        func values(_ scale: Double, around center: Double) -> [Double] {
            (0..<64).map { _ in
                center + scale * (Double(random.next() >> 11) * 0x1p-53 - 0.5)
            }
        }
        let rounds = SelfTestRounds(
            differences: values(0.3, around: 0.095), speeds: values(0.3, around: 0))
        let alone = try #require(rounds.alone)
        let atEqualSpeed = try #require(rounds.atEqualSpeed)
        #expect(abs(alone - atEqualSpeed) <= 4, "\(rounds.text)")
    }

    @Test func `A change that the rounds cannot find needs more of them`() {
        let still = [Double](repeating: 0.0001, count: 20)
        let rounds = SelfTestRounds(differences: still, speeds: still)
        #expect(rounds.alone == nil && rounds.atEqualSpeed == nil)
        #expect(rounds.text.contains("more than 20"))
    }
}
