import Foundation

/// The changes between two results, in the terms of the delegate's methods.
///
/// An object that stays in its section, in order with the others that stay, is an update if it has
/// changed, and otherwise not reported. An object out of order, or in another section, is a move.
/// So a list that removes deleted and moved objects at their former index paths, and inserts new
/// and moved ones at their new index paths, equals the new results.
struct FetchedChanges {
    struct ObjectChange {
        let object: NSManagedObject
        let type: NSFetchedResultsChangeType
        let from: IndexPath?
        let to: IndexPath?
    }

    let former: FetchedResults
    let next: FetchedResults
    /// Deletions by their former index, then insertions by their new index.
    private(set) var sections: [(index: Int, type: NSFetchedResultsChangeType)] = []
    /// Deletions, insertions, moves and updates, each in the order of its index paths.
    private(set) var objects: [ObjectChange] = []
    private var differences: [CollectionDifference<NSManagedObjectID>.Change] = []

    var isEmpty: Bool { sections.isEmpty && objects.isEmpty }

    /// The changes of objects, without updates.
    var difference: CollectionDifference<NSManagedObjectID> {
        guard let difference = CollectionDifference(differences) else {
            fatalError("the changes of fetched results are not a difference: \(differences)")
        }
        return difference
    }

    /// - Parameters:
    ///   - correspondence: how the new results follow from the former ones; `nil` if any may have
    ///     moved.
    ///   - changed: the changed objects among the former results.
    init(
        from former: FetchedResults, to next: FetchedResults,
        _ correspondence: ResultsCorrespondence?, changed: @autoclosure () -> Set<NSManagedObject>
    ) {
        self.former = former
        self.next = next
        let keptSections = findSections()
        // Unchanged objects of a section that comes or goes are reported, too.
        let known = sections.isEmpty ? correspondence : nil
        let pairs =
            known ?? ResultsCorrespondence(former.objects, next.objects, changed: changed())
        for place in pairs.removed { note(former.objects[place], .delete, from: place, to: nil) }
        for place in pairs.inserted { note(next.objects[place], .insert, from: nil, to: place) }
        noteKept(pairs.kept, keptSections)
    }

    /// Records moves, in the order of their new places, then updates.
    private mutating func noteKept(
        _ pairs: [ResultsCorrespondence.Pair], _ keptSections: [Int: Int]
    ) {
        var moves: [ResultsCorrespondence.Pair] = []
        var updates: [ResultsCorrespondence.Pair] = []
        var start = 0
        while start < pairs.count {
            let number = next.section(at: pairs[start].to)
            let limit = next.sections[number].range.upperBound
            var staying: [ResultsCorrespondence.Pair] = []
            while start < pairs.count, pairs[start].to < limit {
                let pair = pairs[start]
                if let kept = keptSections[number], former.section(at: pair.from) == kept {
                    staying.append(pair)
                } else {
                    moves.append(pair)
                }
                start += 1
            }
            let inPlace = OrderKeeper.kept(
                staying.map(\.from), anchored: staying.map(\.isSteady))
            for (position, pair) in staying.enumerated() {
                if !inPlace[position] {
                    moves.append(pair)
                } else if !pair.isSteady {
                    updates.append(pair)
                }
            }
        }
        for pair in moves.sorted(by: { $0.to < $1.to }) {
            note(next.objects[pair.to], .move, from: pair.from, to: pair.to)
        }
        for pair in updates { note(next.objects[pair.to], .update, from: pair.from, to: pair.to) }
    }

    /// Records which sections were inserted and deleted.
    ///
    /// - Returns: the former index of each section that stays, by its new index.
    private mutating func findSections() -> [Int: Int] {
        let names = next.sections.map(\.name)
        let difference = names.difference(from: former.sections.map(\.name))
        var removed = Set<Int>()
        for case .remove(let offset, _, _) in difference { removed.insert(offset) }
        var inserted = Set<Int>()
        for case .insert(let offset, _, _) in difference { inserted.insert(offset) }
        sections += removed.sorted().map { ($0, .delete) }
        sections += inserted.sorted().map { ($0, .insert) }
        let left = former.sections.indices.filter { !removed.contains($0) }
        let kept = next.sections.indices.filter { !inserted.contains($0) }
        return Dictionary(uniqueKeysWithValues: zip(kept, left))
    }

    private mutating func note(
        _ object: NSManagedObject, _ type: NSFetchedResultsChangeType, from: Int?, to: Int?
    ) {
        objects.append(
            ObjectChange(
                object: object, type: type, from: from.map(former.indexPath(at:)),
                to: to.map(next.indexPath(at:))))
        guard type != .update else { return }
        let id = object.objectID
        if let from {
            differences.append(.remove(offset: from, element: id, associatedWith: to))
        }
        if let to {
            differences.append(.insert(offset: to, element: id, associatedWith: from))
        }
    }
}

/// Finds which elements of a list have kept their order.
private enum OrderKeeper {
    /// Finds the elements that stay in order, given the former positions in the new order.
    ///
    /// Keeps as many elements as possible, and all anchored ones that are in order among
    /// themselves.
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

    /// Marks a longest rising sequence of the positions between two bounds.
    private static func keep(
        _ range: Range<Int>, of places: [Int], between floor: Int, and ceiling: Int,
        in kept: inout [Bool]
    ) {
        // `tails[n]` ends the rising sequence of n + 1 elements that has the lowest end.
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
