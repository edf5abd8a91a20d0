/// Finds which elements of a list have kept their order.
enum OrderKeeper {
    /// Which of some elements, given by their former places in their new order, stay in order:
    /// as many of them as can be, and all anchored ones that are in order among themselves.
    ///
    /// - Complexity: O(*n* log *n*).
    static func kept(_ places: [Int], anchored: [Bool]) -> [Bool] {
        var kept = [Bool](repeating: false, count: places.count)
        var start = 0
        var floor = -1
        for index in places.indices where anchored[index] && places[index] > floor {
            keep(start..<index, of: places, between: floor, and: places[index], in: &kept)
            kept[index] = true
            floor = places[index]
            start = index + 1
        }
        keep(start..<places.count, of: places, between: floor, and: .max, in: &kept)
        return kept
    }

    /// Marks a longest rising sequence of the places that lie between two bounds.
    private static func keep(
        _ range: Range<Int>, of places: [Int], between floor: Int, and ceiling: Int,
        in kept: inout [Bool]
    ) {
        // `tails[n]` ends the rising sequence of n + 1 elements whose end is lowest.
        var tails: [Int] = []
        var previous: [Int: Int] = [:]
        for index in range where places[index] > floor && places[index] < ceiling {
            var low = 0
            var high = tails.count
            while low < high {
                let middle = (low + high) / 2
                if places[tails[middle]] < places[index] { low = middle + 1 } else { high = middle }
            }
            previous[index] = low > 0 ? tails[low - 1] : nil
            if low < tails.count { tails[low] = index } else { tails.append(index) }
        }
        var next = tails.last
        while let index = next {
            kept[index] = true
            next = previous[index]
        }
    }
}
