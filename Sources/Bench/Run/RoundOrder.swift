import Execution

/// In which order the cells of a run have their turn in each round: from the seed, before anything
/// runs.
///
///     plans as a sweep has them          two arms of a comparison
///     round 1   A₁ B₂ B₁ A₂              round 1   B′ B   A A′   C′ C
///     round 2   B₂ A₁ A₂ B₁              round 2   C C′   B′ B   A A′
///
/// The arms of a comparison follow one another directly, so that both meet the same machine.
package struct RoundOrder: Sendable {
    /// One topology of one plan.
    package struct Cell: Sendable, Hashable {
        package var plan: Int
        package var topology: Int
    }

    /// The groups that have their turn together: the arms of one topology, or one cell.
    private let groups: [[Cell]]
    private let stream: RandomStream

    /// - Parameters:
    ///   - topologies: how many each plan has.
    ///   - isPaired: whether the n-th topologies of all plans are arms of one comparison.
    package init(topologies: [Int], isPaired: Bool, seed: UInt64) {
        stream = RandomStream(seed: seed).keyed("rounds")
        guard isPaired else {
            groups = topologies.indices.flatMap { plan in
                (0..<topologies[plan]).map { [Cell(plan: plan, topology: $0)] }
            }
            return
        }
        precondition(
            Set(topologies).count <= 1,
            "arms of one comparison have the same topologies, and these have \(topologies)")
        groups = (0..<(topologies.first ?? 0)).map { topology in
            topologies.indices.map { Cell(plan: $0, topology: topology) }
        }
    }

    /// How many cells a round has.
    package var count: Int { groups.reduce(0) { $0 + $1.count } }

    /// The cells in the order of a round, from 0.
    ///
    /// After as many rounds as there are groups, another square is drawn.
    package func cells(inRound round: Int) -> [Cell] {
        guard !groups.isEmpty else { return [] }
        let square = LatinSquare(groups.count, from: stream.keyed(round / groups.count))
        return square[round % groups.count].flatMap { group -> [Cell] in
            let members = groups[group]
            let arms = LatinSquare(
                members.count, from: stream.keyed("arms").keyed(group).keyed(round / members.count))
            return arms[round % members.count].map { members[$0] }
        }
    }

    /// The cells that are judged together with a cell, itself among them.
    package func partners(of cell: Cell) -> [Cell] {
        groups.first { $0.contains(cell) } ?? [cell]
    }
}
