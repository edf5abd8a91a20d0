import Execution
import Runs

/// One kill as it was planned.
package struct KillOrder: Sendable, Hashable {
    /// From 1, within its topology.
    package var index: Int
    package var point: KillPoint
    /// For `.random`, the time after the run's begin.
    ///
    /// Otherwise zero.
    package var delay: Duration
    /// For an exact point, the kill falls on the n-th time that the run passes it, from 1.
    ///
    /// Otherwise zero.
    package var occurrence: Int

    package init(index: Int, point: KillPoint, delay: Duration, occurrence: Int) {
        self.index = index
        self.point = point
        self.delay = delay
        self.occurrence = occurrence
    }
}

extension KillOrder {
    /// Plans the kills of one topology, from the seed.
    ///
    /// Every other kill is at a random instant, uniform over the run, as a jetsam comes; the ones
    /// between are at exact points, where a random instant hits once in a thousand runs. The points
    /// take turns over the topologies of a command, so that few kills each reach all of them.
    ///
    /// - Parameter place: the topology's index in the command, from 0.
    package static func orders(
        _ count: Int, target: KillTarget, place: Int, seed: UInt64
    ) -> [KillOrder] {
        let stream = RandomStream(seed: seed).keyed("kills").keyed(target.variant)
        let exactCount = count / 2
        return (0..<count).map { index in
            var draws = stream.keyed(index)
            if index.isMultiple(of: 2) {
                let delay = Double(target.length.wholeNanoseconds) * draws.unit()
                return KillOrder(
                    index: index + 1, point: .random, delay: .nanoseconds(Int64(delay)),
                    occurrence: 0)
            }
            let turn = place * exactCount + index / 2
            let point = KillPoint.exact[turn % KillPoint.exact.count]
            let occurrences: Int
            switch point {
            case .beforeCommit, .afterCommit: occurrences = target.commits
            default: occurrences = target.saves
            }
            let occurrence = 1 + Int(Double(max(1, occurrences)) * draws.unit())
            return KillOrder(
                index: index + 1, point: point, delay: .zero, occurrence: occurrence)
        }
    }
}
