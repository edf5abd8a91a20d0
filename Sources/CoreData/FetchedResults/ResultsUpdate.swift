import Foundation

/// Computes the new results from the former ones and the changed objects.
///
/// Unchanged objects keep their positions, and so does a changed one if it is still in order there.
/// Other objects are inserted by the sort descriptors, behind equal ones. Limit and offset have no
/// effect, as on Apple's platforms.
struct ResultsUpdate {
    private let former: FetchedResults
    private let plan: FetchPlan
    private let path: PropertyPath?
    /// Changed objects that the request selects.
    private let selected: [NSManagedObject]
    private let touched: Set<NSManagedObject>
    private let isOrderKept: Bool
    /// The changed objects among the former results.
    let changed: Set<NSManagedObject>

    /// - Precondition: each changed object has its values at hand, or is deleted.
    init(
        _ former: FetchedResults, _ changes: ChangedObjects, _ plan: FetchPlan,
        by path: PropertyPath?
    ) {
        self.former = former
        self.plan = plan
        self.path = path
        selected = changes.present.filter(PreparedPredicate(plan.predicate).holds)
        touched = changes.deleted.union(changes.present)
        isOrderKept = changes.isOrderKept
        changed = touched.intersection(former.objects)
    }

    /// Whether the results may differ from the former ones.
    var isNeeded: Bool { !changed.isEmpty || !selected.isEmpty }

    /// The new results.
    ///
    /// - Throws: 134060 if the objects of a section are not adjacent.
    func results() throws -> FetchedResults {
        let objects = isOrderKept ? merged() : inOrder(merged())
        guard let path else { return FetchedResults(objects) }
        // The others keep their sections: if a name comes from a to-one's destination, that may
        // have changed without a change of the object.
        var names: [NSManagedObject: String] = [:]
        for section in former.sections {
            for object in former.objects[section.range] where !touched.contains(object) {
                names[object] = section.name
            }
        }
        do {
            return try FetchedResults(objects) {
                names[$0] ?? FetchedResults.sectionName(of: $0, path)
            }
        } catch {
            let sorted = inOrder(objects)
            return try FetchedResults(sorted) { FetchedResults.sectionName(of: $0, path) }
        }
    }

    /// All objects sorted again, stably; reads a value of each.
    private func inOrder(_ objects: [NSManagedObject]) -> [NSManagedObject] {
        var selection = SortedSelection(plan.sortDescriptors, limit: 0)
        for object in objects { selection.add(object) }
        return selection.objects
    }

    /// A changed object, and its index among the unchanged ones.
    private struct Entry {
        let object: NSManagedObject
        let gap: Int
        /// The former position; the highest number for a new object.
        let place: Int
    }

    private func merged() -> [NSManagedObject] {
        var steady: [NSManagedObject] = []
        steady.reserveCapacity(former.objects.count)
        var places: [NSManagedObject: (place: Int, gap: Int)] = [:]
        for (place, object) in former.objects.enumerated() {
            if touched.contains(object) {
                places[object] = (place, steady.count)
            } else {
                steady.append(object)
            }
        }
        let entries = selected.map { object in
            let known = places[object]
            return Entry(
                object: object, gap: gap(for: object, former: known?.gap, among: steady),
                place: known?.place ?? .max)
        }
        var objects: [NSManagedObject] = []
        objects.reserveCapacity(steady.count + entries.count)
        var start = 0
        for (_, entry) in entries.enumerated().sorted(by: isBefore) {
            objects += steady[start..<entry.gap]
            objects.append(entry.object)
            start = entry.gap
        }
        return objects + steady[start...]
    }

    private func isBefore(
        _ left: (offset: Int, element: Entry), _ right: (offset: Int, element: Entry)
    ) -> Bool {
        if left.element.gap != right.element.gap { return left.element.gap < right.element.gap }
        switch plan.sortDescriptors.compare(left.element.object, to: right.element.object) {
        case .orderedAscending: return true
        case .orderedDescending: return false
        case .orderedSame:
            return (left.element.place, left.offset) < (right.element.place, right.offset)
        }
    }

    /// How many unchanged objects precede one: as before, or all that are not after it.
    private func gap(
        for object: NSManagedObject, former: Int?, among steady: [NSManagedObject]
    ) -> Int {
        let order = plan.sortDescriptors
        if let former,
            former == 0 || order.compare(steady[former - 1], to: object) != .orderedDescending,
            former == steady.count
                || order.compare(object, to: steady[former]) != .orderedDescending
        {
            return former
        }
        var low = 0
        var high = steady.count
        while low < high {
            let middle = (low + high) / 2
            if order.compare(object, to: steady[middle]) == .orderedAscending {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return low
    }
}
