import CrashLab
import Execution
import Runs
import Topologies
import Testing

struct `The plan of kills` {
    private func target(_ variant: String = "siblings") -> KillTarget {
        KillTarget(
            variant: variant, topology: TopologyCatalogue.all[2], length: .seconds(3), saves: 40,
            commits: 8)
    }

    private func orders(_ count: Int, place: Int = 0, seed: UInt64 = 1) -> [KillOrder] {
        KillOrder.orders(count, target: target(), place: place, seed: seed)
    }

    @Test func `Every other kill is at a random instant of the run`() {
        let orders = orders(100)
        let random = orders.filter { $0.point == .random }
        #expect(random.map(\.index) == stride(from: 1, through: 99, by: 2).map { $0 })
        for order in random {
            #expect(order.delay >= .zero && order.delay < .seconds(3))
            #expect(order.occurrence == 0)
        }
        // Uniform: the mean of fifty draws is within three standard errors of the middle.
        let mean = random.reduce(0.0) { $0 + $1.delay.seconds } / 50
        #expect(abs(mean - 1.5) < 3 * 3 / (12.0 * 50).squareRoot())
    }

    @Test func `Exact kills take all points in turn, over the topologies of a command`() {
        let points = (0..<3).flatMap { place in
            orders(4, place: place).filter { $0.point != .random }.map(\.point)
        }
        #expect(points == KillPoint.exact)
    }

    @Test func `An occurrence is one that a run comes to`() {
        for seed in 0..<200 {
            for order in orders(12, seed: UInt64(seed)) where order.point != .random {
                let isCommit = [.beforeCommit, .afterCommit].contains(order.point)
                #expect((1...(isCommit ? 8 : 40)).contains(order.occurrence))
            }
        }
    }

    @Test func `One seed gives one plan, and another topology another`() {
        #expect(orders(8) == orders(8))
        #expect(orders(8) != orders(8, seed: 2))
        let other = KillOrder.orders(8, target: target("single-main"), place: 0, seed: 1)
        #expect(orders(8) != other)
    }
}
