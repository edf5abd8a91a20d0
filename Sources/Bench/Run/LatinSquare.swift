import Execution

/// An order of n things in each of n rounds, in which each thing has each position once.
///
///     round 1   A B C D        the seed permutes rows, columns
///     round 2   C D B A        and names of the cyclic square
///     round 3   B A D C
///     round 4   D C A B
///
/// So the effect of a position on a run (a machine that grows warmer during a round, a cache that
/// the previous run has left) is spread over all things alike. Fisher and Yates, *Statistical
/// Tables* (1938), draw a square in this way. It does not balance which thing follows which.
package struct LatinSquare: Sendable {
    private let rows: [Int]
    private let columns: [Int]
    private let names: [Int]

    /// - Parameter stream: the chance of it.
    package init(_ count: Int, from stream: RandomStream) {
        var stream = stream
        rows = (0..<count).shuffled(using: &stream)
        columns = (0..<count).shuffled(using: &stream)
        names = (0..<count).shuffled(using: &stream)
    }

    /// The things in the order of a round, from 0; the rounds repeat after n.
    package subscript(round: Int) -> [Int] {
        guard !rows.isEmpty else { return [] }
        return columns.map { names[(rows[round % rows.count] + $0) % names.count] }
    }
}
