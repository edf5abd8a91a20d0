import Foundation

/// Computes the new results from the former ones and the changed objects.
///
/// Unchanged objects keep their positions, and so does a changed one if it is still in order there.
/// Other objects are inserted by the sort descriptors, behind equal ones. Limit and offset have no
/// effect, as on Apple's platforms.
///
/// The former results are walked once, to find the changed objects among them; the rest is work by
/// the number of changes.
struct ResultsUpdate {
    /// The new results, and how they follow from the former ones.
    struct Outcome {
        let results: FetchedResults
        /// `nil` if the results were sorted again, so that any object may have moved.
        let correspondence: ResultsCorrespondence?
    }

    private let former: FetchedResults
    private let plan: FetchPlan
    private let path: PropertyPath?
    private let keys: SortKeys
    /// Changed objects that the request selects.
    private let selected: [NSManagedObject]
    private let isOrderKept: Bool
    /// The former results that have not changed.
    private let steady: SteadyResults

    /// - Precondition: each changed object has its values at hand, or is deleted.
    init(
        _ former: FetchedResults, _ changes: ChangedObjects, _ plan: FetchPlan,
        by path: PropertyPath?
    ) {
        self.former = former
        self.plan = plan
        self.path = path
        keys = SortKeys(plan.sortDescriptors)
        let predicate = RowPredicate(plan.predicate)
        selected = changes.present.filter { predicate.holds($0) }
        isOrderKept = changes.isOrderKept
        steady = SteadyResults(former.objects, without: [changes.deleted, changes.present])
    }

    /// Whether the results may differ from the former ones.
    var isNeeded: Bool { !steady.gone.isEmpty || !selected.isEmpty }

    /// The changed objects among the former results.
    var changed: Set<NSManagedObject> { Set(steady.gone.map { former.objects[$0] }) }

    /// The new results.
    ///
    /// - Throws: 134060 if the objects of a section are not adjacent.
    func outcome() throws -> Outcome {
        let entries = entries()
        let merged = objects(with: entries)
        guard isOrderKept else {
            return Outcome(results: try sectioned(inOrder(merged)), correspondence: nil)
        }
        let correspondence = ResultsCorrespondence(entries, among: steady)
        guard let path else {
            return Outcome(results: FetchedResults(merged), correspondence: correspondence)
        }
        do {
            // The others keep their sections: if a name comes from a to-one's destination, that may
            // have changed without a change of the object.
            let sections = try sections(with: entries, path)
            return Outcome(
                results: FetchedResults(merged, sections: sections),
                correspondence: correspondence)
        } catch {
            let sorted = inOrder(merged)
            let results = try FetchedResults(sorted) { FetchedResults.sectionName(of: $0, path) }
            return Outcome(results: results, correspondence: nil)
        }
    }

    /// Sorted objects in sections, the unchanged ones in their former sections if these are whole.
    private func sectioned(_ sorted: [NSManagedObject]) throws -> FetchedResults {
        guard let path else { return FetchedResults(sorted) }
        var names: [NSManagedObject: String] = [:]
        let changed = changed
        for section in former.sections {
            for object in former.objects[section.range] where !changed.contains(object) {
                names[object] = section.name
            }
        }
        do {
            return try FetchedResults(sorted) {
                names[$0] ?? FetchedResults.sectionName(of: $0, path)
            }
        } catch {
            let again = inOrder(sorted)
            return try FetchedResults(again) { FetchedResults.sectionName(of: $0, path) }
        }
    }

    /// All objects sorted again, stably; reads a value of each.
    private func inOrder(_ objects: [NSManagedObject]) -> [NSManagedObject] {
        var selection = SortedSelection(plan.sortDescriptors, limit: 0)
        for object in objects { selection.add(object) }
        return selection.objects
    }

    // MARK: Merging

    /// A changed object, and its place among the unchanged ones.
    struct Entry {
        let object: NSManagedObject
        /// How many unchanged objects precede it.
        let gap: Int
        /// The former position; the highest number for a new object.
        let place: Int
    }

    /// The selected objects in their new order.
    private func entries() -> [Entry] {
        var places: [ObjectIdentifier: (place: Int, gap: Int)] = [:]
        places.reserveCapacity(steady.gone.count)
        for (index, place) in steady.gone.enumerated() {
            places[ObjectIdentifier(former.objects[place])] = (place, place - index)
        }
        let entries = selected.map { object in
            let known = places[ObjectIdentifier(object)]
            return Entry(
                object: object, gap: gap(for: object, former: known?.gap),
                place: known?.place ?? .max)
        }
        return entries.enumerated().sorted(by: isBefore).map(\.element)
    }

    private func isBefore(
        _ left: (offset: Int, element: Entry), _ right: (offset: Int, element: Entry)
    ) -> Bool {
        let (one, other) = (left.element, right.element)
        if one.gap != other.gap { return one.gap < other.gap }
        switch keys.compare(one.object, other.object) {
        case .orderedAscending: return true
        case .orderedDescending: return false
        case .orderedSame: return (one.place, left.offset) < (other.place, right.offset)
        }
    }

    /// How many unchanged objects precede one: as before, or all that are not after it.
    private func gap(for object: NSManagedObject, former: Int?) -> Int {
        func order(to index: Int) -> ComparisonResult { keys.compare(object, steady[index]) }
        if let former, former == 0 || order(to: former - 1) != .orderedAscending,
            former == steady.count || order(to: former) != .orderedDescending
        {
            return former
        }
        var low = 0
        var high = steady.count
        while low < high {
            let middle = (low + high) / 2
            if order(to: middle) == .orderedAscending { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private func objects(with entries: [Entry]) -> [NSManagedObject] {
        let isSame =
            entries.count == steady.gone.count
            && entries.enumerated().allSatisfy { $1.place == $1.gap + $0 }
        if isSame { return former.objects }
        var objects: [NSManagedObject] = []
        objects.reserveCapacity(steady.count + entries.count)
        var start = 0
        for entry in entries {
            steady.forEachRun(in: start..<entry.gap) { objects += former.objects[$0] }
            objects.append(entry.object)
            start = entry.gap
        }
        steady.forEachRun(in: start..<steady.count) { objects += former.objects[$0] }
        return objects
    }

    /// The sections of the merged objects, from the former ones and the names of the entries.
    private func sections(
        with entries: [Entry], _ path: PropertyPath
    ) throws -> [FetchedResults.Section] {
        var builder = SectionBuilder()
        var start = 0
        func addSteady(upTo end: Int) throws {
            try steady.forEachRun(in: start..<end) { run in
                var place = run.lowerBound
                while place < run.upperBound {
                    let section = former.sections[former.section(at: place)]
                    let next = min(run.upperBound, section.range.upperBound)
                    try builder.add(section.name, next - place)
                    place = next
                }
            }
            start = end
        }
        for entry in entries {
            try addSteady(upTo: entry.gap)
            try builder.add(FetchedResults.sectionName(of: entry.object, path), 1)
        }
        try addSteady(upTo: steady.count)
        return builder.sections
    }
}
