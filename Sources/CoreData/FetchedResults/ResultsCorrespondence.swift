/// Which former place each of the new results had, as far as changes depend on it.
struct ResultsCorrespondence {
    struct Pair {
        let from: Int
        let to: Int
        /// Whether the object has not changed.
        let isSteady: Bool
    }

    /// The former places of objects that are no results any more, ascending.
    private(set) var removed: [Int] = []
    /// The new places of objects that were no results before, ascending.
    private(set) var inserted: [Int] = []
    /// The others, by new place.
    ///
    /// All that have changed; of the unchanged ones at least the neighbours of these.
    private(set) var kept: [Pair] = []

    /// Compares results of which any may have moved.
    ///
    /// - Complexity: O(results).
    init(_ former: [NSManagedObject], _ next: [NSManagedObject], changed: Set<NSManagedObject>) {
        var places: [ObjectIdentifier: Int] = [:]
        places.reserveCapacity(former.count)
        for (place, object) in former.enumerated() { places[ObjectIdentifier(object)] = place }
        for (place, object) in next.enumerated() {
            guard let from = places.removeValue(forKey: ObjectIdentifier(object)) else {
                inserted.append(place)
                continue
            }
            kept.append(Pair(from: from, to: place, isSteady: !changed.contains(object)))
        }
        removed = places.values.sorted()
    }

    /// Follows from a merge of changed objects among unchanged ones.
    ///
    /// Unchanged objects stay in order, so that only those beside a changed one bound its moves.
    init(_ entries: [ResultsUpdate.Entry], among steady: SteadyResults) {
        var remaining = Set(steady.gone)
        var lastSteady = -1
        for (index, entry) in entries.enumerated() {
            // The unchanged objects before this entry, and the entries before it.
            let to = entry.gap + index
            func addSteady(_ number: Int, at place: Int) {
                guard number > lastSteady, number >= 0, number < steady.count else { return }
                lastSteady = number
                kept.append(Pair(from: steady.place(of: number), to: place, isSteady: true))
            }
            addSteady(entry.gap - 1, at: to - 1)
            if entry.place == .max {
                inserted.append(to)
            } else {
                remaining.remove(entry.place)
                kept.append(Pair(from: entry.place, to: to, isSteady: false))
            }
            let isLastOfGap = index + 1 == entries.count || entries[index + 1].gap > entry.gap
            if isLastOfGap { addSteady(entry.gap, at: to + 1) }
        }
        removed = remaining.sorted()
    }
}
