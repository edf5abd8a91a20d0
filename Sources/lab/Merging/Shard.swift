/// One of several machines that share a suite, a simulation, a study or an exploration: `2/5`.
package struct Shard: Codable, Sendable, Hashable, CustomStringConvertible {
    /// From 1.
    let number: Int
    let count: Int

    /// Reads a shard; `nil` if the text is malformed.
    package init?(_ text: String) {
        let sides = text.split(separator: "/", omittingEmptySubsequences: false)
        guard sides.count == 2, let number = Int(sides[0]), let count = Int(sides[1]),
            (1...1000).contains(count), (1...count).contains(number)
        else { return nil }
        self.number = number
        self.count = count
    }

    package var description: String { "\(number)/\(count)" }

    /// How many of a number of runs are the shard's.
    func count(of total: Int) -> Int { (0..<total).count(where: includes) }

    /// Whether the shard has a run at a place, where all runs take about the same time.
    func includes(_ place: Int) -> Bool { place % count == number - 1 }

    /// The indices of this shard's runs, given the expected seconds of all runs.
    ///
    /// The longest run is dealt first, each to the shard with the least work. Every machine
    /// computes the same division.
    func places(of seconds: [Double]) -> [Int] {
        let order = seconds.indices.sorted { (seconds[$1], $0) < (seconds[$0], $1) }
        var loads = Array(repeating: 0.0, count: count)
        var mine: [Int] = []
        for place in order {
            let shard = loads.indices.min { (loads[$0], $0) < (loads[$1], $1) }!
            loads[shard] += seconds[place]
            if shard == number - 1 { mine.append(place) }
        }
        return mine.sorted()
    }
}
