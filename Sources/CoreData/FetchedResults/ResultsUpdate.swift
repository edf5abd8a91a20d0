import Foundation

/// Works out the new results from the former ones and what has changed.
///
/// What has not changed keeps its place; a changed object too, where it is still in order there;
/// others are put in by their sort descriptors, behind their equals. Limit and offset are paid no
/// heed to, as on Apple's platforms.
struct ResultsUpdate {
    private let former: FetchedResults
    private let plan: FetchPlan
    private let path: PropertyPath?
    /// Changed objects that the request selects.
    private let selected: [NSManagedObject]
    private let touched: Set<NSManagedObject>
    private let isOrderKept: Bool
    /// Those that were among the results and have changed.
    let changed: Set<NSManagedObject>

    /// - Precondition: the values of the changed objects are at hand, or they are gone.
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

    /// Whether anything is another than before.
    var isNeeded: Bool { !changed.isEmpty || !selected.isEmpty }

    /// The new results.
    ///
    /// - Throws: 134060 when the order tears a section apart.
    func results() throws -> FetchedResults {
        let objects = isOrderKept ? merged() : inOrder(merged())
        guard let path else { return FetchedResults(objects) }
        // The others keep their sections: a name that comes along a to-one may have changed, which
        // nothing here has heard of.
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

    /// All objects sorted anew, equals as they are. It reads a value of each.
    private func inOrder(_ objects: [NSManagedObject]) -> [NSManagedObject] {
        var selection = SortedSelection(plan.sortDescriptors, limit: 0)
        for object in objects { selection.add(object) }
        return selection.objects
    }

    /// A changed object, and before how many of the unchanged ones it goes.
    private struct Entry {
        let object: NSManagedObject
        let gap: Int
        /// Its former place; none for a new one.
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

    /// Before how many unchanged objects one goes: where it was, or behind all that do not follow.
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
