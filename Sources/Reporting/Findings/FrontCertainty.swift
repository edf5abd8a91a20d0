import Results
import Verdicts

/// How far the repetitions of a run support its Pareto front of delay and loss.
///
/// The front is that of the medians. A topology stands on it for certain if every other one is
/// shown to be worse in one of the two figures, or to be equal in both. Elsewhere another run may
/// draw it through other topologies.
package struct FrontCertainty: Sendable {
    private let members: [Bool]
    /// By member: whether every topology behind its step is shown to be beaten.
    private let steps: [Bool]

    /// - Parameters:
    ///   - places: the topologies' places in the run, of each point.
    ///   - delays: the delays of the points.
    ///   - front: the indices of the points on the front, by ascending delay.
    package init(_ ranking: Ranking, places: [Int], delays: [Double], front: [Int]) {
        let judge = Judge(ranking: ranking)
        members = front.map { member in
            places.indices.allSatisfy {
                $0 == member || !judge.mayBeat(places[$0], places[member])
            }
        }
        let others = places.indices.filter { !front.contains($0) }
        steps = front.indices.map { step in
            let next = step + 1 < front.count ? delays[front[step + 1]] : .infinity
            let behind = others.filter { delays[$0] >= delays[front[step]] && delays[$0] < next }
            return behind.allSatisfy { other in
                front.contains { judge.beats(places[$0], places[other]) }
            }
        }
    }

    /// Whether the member of the front at a place stands on it for certain.
    package func isCertain(member place: Int) -> Bool { members[place] }

    /// Whether a segment of the stairs is shown: even ones fall to a member, odd ones lead from it
    /// to the next.
    package func isShown(segment: Int) -> Bool {
        let member = segment / 2
        guard members[member] else { return false }
        guard !segment.isMultiple(of: 2) else {
            return member == 0 || (members[member - 1] && steps[member - 1])
        }
        return steps[member] && (member + 1 == members.count || members[member + 1])
    }

    /// Whether all of the front is shown.
    package var isShownThroughout: Bool {
        members.allSatisfy(\.self) && steps.allSatisfy(\.self)
    }

    private struct Judge {
        let ranking: Ranking
        static let measures = [Metric.mainDelay[.p99], Metric.lossKill[.exposure]]

        private func isEqual(_ measure: Measure, _ first: Int, _ second: Int) -> Bool {
            ranking.pair(measure, first, second)?.verdict == .equal
        }

        /// Whether the repetitions leave it open that the first beats the second.
        func mayBeat(_ first: Int, _ second: Int) -> Bool {
            let isWorse = Self.measures.contains { ranking.isBetter($0, second, than: first) }
            return !isWorse && !Self.measures.allSatisfy { isEqual($0, first, second) }
        }

        /// Whether they show that the first beats the second.
        func beats(_ first: Int, _ second: Int) -> Bool {
            let better = Self.measures.map { ranking.isBetter($0, first, than: second) }
            let isNoWorse = zip(Self.measures, better).allSatisfy {
                $1 || isEqual($0, first, second)
            }
            return better.contains(true) && isNoWorse
        }
    }
}
