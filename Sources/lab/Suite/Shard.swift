/// One of several machines that share a suite: `2/5`.
package struct Shard: Codable, Sendable, Hashable, CustomStringConvertible {
    /// From 1.
    let number: Int
    let count: Int

    /// - Returns: `nil` where the text is none.
    package init?(_ text: String) {
        let sides = text.split(separator: "/", omittingEmptySubsequences: false)
        guard sides.count == 2, let number = Int(sides[0]), let count = Int(sides[1]),
            (1...1000).contains(count), (1...count).contains(number)
        else { return nil }
        self.number = number
        self.count = count
    }

    package var description: String { "\(number)/\(count)" }

    /// The places of the runs that this shard has, of runs that take so long: the longest first,
    /// each to the shard that has least to do. Every machine works it out alike.
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
