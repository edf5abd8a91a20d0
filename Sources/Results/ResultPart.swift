/// The part of a simulated result that one of several machines made: `lab merge` joins them.
package struct ResultPart: Codable, Sendable, Hashable {
    /// From 1.
    package var number: Int
    package var count: Int
    /// Of each topology in the whole result.
    package var draws: Int
    /// The limits that the whole result is judged by, as they are written.
    package var limits: [String]

    package init(number: Int, count: Int, draws: Int, limits: [String]) {
        self.number = number
        self.count = count
        self.draws = draws
        self.limits = limits
    }
}
