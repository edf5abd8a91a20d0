import Foundation

/// The first objects of many in the order of sort descriptors.
///
/// Each object's sort values are read once, and only the objects of a page are kept: with thousands
/// of unsaved insertions and a page of forty, one comparison rejects nearly all. Equal objects stay
/// in the order they were added.
struct SortedSelection {
    private struct Entry {
        let object: NSManagedObject
        let values: SortKeys.Values
    }

    private let keys: SortKeys
    /// The number of objects to keep; 0 keeps all.
    private let limit: Int
    private var entries: [Entry] = []

    init(_ descriptors: [NSSortDescriptor], limit: Int) {
        keys = SortKeys(descriptors)
        self.limit = limit
    }

    var objects: [NSManagedObject] {
        guard limit == 0 else { return entries.map(\.object) }
        return entries.indices.sorted { left, right in
            let order = order(entries[left], entries[right])
            return order == .orderedSame ? left < right : order == .orderedAscending
        }.map { entries[$0].object }
    }

    mutating func add(_ object: NSManagedObject) {
        let entry = Entry(object: object, values: keys.values(of: object))
        guard limit > 0 else { return entries.append(entry) }
        let isFull = entries.count == limit
        guard let place = place(of: entry, isFull: isFull) else { return }
        entries.insert(entry, at: place)
        if isFull { entries.removeLast() }
    }

    /// Where an entry is inserted, behind equal ones, which keeps their order; `nil` if it is
    /// behind all of a full page.
    private func place(of entry: Entry, isFull: Bool) -> Int? {
        // In place: a copy of each entry would count references to its object and its text.
        entries.withUnsafeBufferPointer { entries in
            if isFull, !isBefore(entry, entries[entries.count - 1]) { return nil }
            var low = 0
            var high = entries.count
            while low < high {
                let middle = (low + high) / 2
                if isBefore(entry, entries[middle]) { high = middle } else { low = middle + 1 }
            }
            return low
        }
    }

    private func isBefore(_ left: Entry, _ right: Entry) -> Bool {
        order(left, right) == .orderedAscending
    }

    private func order(_ left: Entry, _ right: Entry) -> ComparisonResult {
        keys.order(left.values, left.object, right.values, right.object)
    }
}
