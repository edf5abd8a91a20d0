/// The part of a result that one of several machines made: `lab merge` joins them.
package struct ResultPart: Codable, Sendable, Hashable {
    /// From 1.
    package var number: Int
    package var count: Int
    /// How much the whole result has: draws or rounds of each topology, or configurations of
    /// crashes.
    package var total: Int
    /// The limits that the whole result is judged by, as they are written.
    package var limits: [String]
    /// The study as it was asked for, by name or file.
    package var study: String?
    /// The digest of what else determines the whole result and is not in it.
    package var request: String?

    package init(
        number: Int, count: Int, total: Int, limits: [String] = [], study: String? = nil,
        request: String? = nil
    ) {
        self.number = number
        self.count = count
        self.total = total
        self.limits = limits
        self.study = study
        self.request = request
    }
}
