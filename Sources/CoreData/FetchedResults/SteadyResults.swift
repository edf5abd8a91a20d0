/// The former results without the changed ones, by number among themselves.
///
///     former    A  b  C  D  e  F          b and e have changed
///     steady    0     1  2     3
///     gone         1        4
struct SteadyResults {
    private let objects: [NSManagedObject]
    /// The former places of the changed objects, ascending.
    let gone: [Int]

    /// - Parameter changed: lists of objects, some of them among the results.
    /// - Complexity: O(results), a bit of each object's state.
    init(_ objects: [NSManagedObject], without changed: [[NSManagedObject]]) {
        self.objects = objects
        for list in changed { list.forEachUnretained { $0.state.insert(.inResultsUpdate) } }
        var gone: [Int] = []
        var place = 0
        objects.forEachUnretained { object in
            if object.state.contains(.inResultsUpdate) { gone.append(place) }
            place += 1
        }
        for list in changed { list.forEachUnretained { $0.state.remove(.inResultsUpdate) } }
        self.gone = gone
    }

    var count: Int { objects.count - gone.count }

    subscript(index: Int) -> NSManagedObject { objects[place(of: index)] }

    /// The former place of an unchanged object.
    func place(of index: Int) -> Int { index + goneCount(before: index) }

    /// How many changed objects preceded an unchanged one.
    private func goneCount(before index: Int) -> Int {
        var low = 0
        var high = gone.count
        while low < high {
            let middle = (low + high) / 2
            if gone[middle] - middle <= index { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Calls `body` with the former places of some unchanged objects, as ranges without changed
    /// ones.
    func forEachRun(in range: Range<Int>, _ body: (Range<Int>) throws -> Void) rethrows {
        guard !range.isEmpty else { return }
        var next = goneCount(before: range.lowerBound)
        var start = range.lowerBound + next
        var left = range.count
        while left > 0 {
            let end = next < gone.count ? min(start + left, gone[next]) : start + left
            if end > start { try body(start..<end) }
            left -= end - start
            start = end + 1
            next += 1
        }
    }
}
