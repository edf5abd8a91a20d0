import Execution
import Testing

@Suite struct LatencyTailTests {
    private let flash = LatencyTail(
        [.init(0.9, 1.6), .init(0.99, 3.5), .init(0.999, 19)], cap: 36)!

    @Test func `A tail has its multiples at its quantiles, and one up to the median`() {
        #expect(flash.multiple(at: 0) == 1)
        #expect(flash.multiple(at: 0.5) == 1)
        #expect(abs(flash.multiple(at: 0.9) - 1.6) < 1e-12)
        #expect(abs(flash.multiple(at: 0.99) - 3.5) < 1e-12)
        #expect(abs(flash.multiple(at: 0.999) - 19) < 1e-12)
    }

    @Test func `Between two quantiles a tail is linear in the logarithms of both axes`() {
        // Halfway between 0.1 and 0.01 in logarithms lies 0.0316 of the calls.
        let middle = flash.multiple(at: 1 - 0.1 * 0.1.squareRoot())
        #expect(abs(middle - (1.6 * 3.5).squareRoot()) < 1e-9)
    }

    @Test func `A tail never decreases and ends at its cap`() {
        let multiples = (0...100_000).map { flash.multiple(at: Double($0) / 100_000) }
        #expect(zip(multiples, multiples.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(flash.multiple(at: 1) == 36)
        #expect(flash.multiple(at: 0.999_999_9) == 36)
    }

    @Test(arguments: [
        [LatencyTail.Point(0.9, 2), .init(0.99, 1.5)], [.init(0.99, 2), .init(0.9, 3)],
        [.init(0.4, 2)], [.init(0.9, 0.5)], [.init(0.9, 40)], [.init(1, 2)],
    ])
    func `A tail that does not rise to its cap is refused`(points: [LatencyTail.Point]) {
        #expect(LatencyTail(points, cap: 36) == nil)
    }
}
