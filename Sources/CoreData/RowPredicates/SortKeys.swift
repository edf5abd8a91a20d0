import Foundation

/// The values by which objects with rows are sorted, read once an object.
///
/// A descriptor of an attribute reads the row's word, see `RowOperand`; one of a path across
/// relationships is interpreted, and one with a comparator asks the comparator about both objects.
struct SortKeys {
    /// The sort values of one object, the first apart: most sorts have one, without an array.
    struct Values {
        let first: PredicateValue
        let others: [PredicateValue]
    }

    private struct Part {
        let descriptor: NSSortDescriptor
        /// The path of a plain key; `nil` for a descriptor with a comparator of its own.
        let path: PropertyPath?
        let isAscending: Bool
    }

    private let parts: ContiguousArray<Part>
    private let readers = Readers()

    /// The compiled readers of each entity's rows, made when they are first needed.
    private final class Readers {
        /// A structure: a function alone would be wrapped anew each time that it is taken out of
        /// an optional.
        struct Reader {
            let read: (Row) -> PredicateValue
        }

        private var known: [(layout: RowLayout, readers: ContiguousArray<Reader?>)] = []

        @inline(__always)
        func reader(_ index: Int, _ layout: RowLayout, _ parts: ContiguousArray<Part>) -> Reader? {
            for entry in known where entry.layout === layout { return entry.readers[index] }
            return add(layout, parts)[index]
        }

        @inline(never)
        private func add(
            _ layout: RowLayout, _ parts: ContiguousArray<Part>
        ) -> ContiguousArray<Reader?> {
            let readers = ContiguousArray(
                parts.map { part in
                    part.path.flatMap { RowOperand.slot(of: $0, layout) }.map {
                        Reader(read: RowOperand.slot($0).reader)
                    }
                })
            known.append((layout, readers))
            return readers
        }
    }

    init(_ descriptors: [NSSortDescriptor]) {
        parts = ContiguousArray(
            descriptors.map { descriptor in
                Part(
                    descriptor: descriptor, path: Self.path(of: descriptor),
                    isAscending: descriptor.ascending)
            })
    }

    private static func path(of descriptor: NSSortDescriptor) -> PropertyPath? {
        guard let descriptor = descriptor as? KeySortDescriptor, descriptor.valueComparator == nil
        else { return nil }
        return descriptor.path
    }

    var isEmpty: Bool { parts.isEmpty }

    /// The values of one object; fires its fault.
    func values<Holder: RowHolder>(of holder: Holder) -> Values {
        guard !parts.isEmpty else { return Values(first: .null, others: []) }
        var others: [PredicateValue] = []
        if parts.count > 1 {
            others.reserveCapacity(parts.count - 1)
            for index in 1..<parts.count { others.append(value(index, of: holder)) }
        }
        return Values(first: value(0, of: holder), others: others)
    }

    private func value<Holder: RowHolder>(_ index: Int, of holder: Holder) -> PredicateValue {
        if let reader = readers.reader(index, holder.layout, parts) {
            return reader.read(holder.readRow)
        }
        return PredicateValue(parts[index].path?.value(of: holder))
    }

    /// The order of two objects; reads no more values than decide it, and fires no other faults.
    func compare<Holder: RowHolder>(_ left: Holder, _ right: Holder) -> ComparisonResult {
        for (index, part) in parts.enumerated() {
            let order: ComparisonResult
            if part.path == nil {
                order = part.descriptor.compare(left, to: right)
            } else {
                let plain = value(index, of: left).sortOrder(to: value(index, of: right))
                order = part.isAscending ? plain : plain.reversed
            }
            if order != .orderedSame { return order }
        }
        return .orderedSame
    }

    /// The order of two objects with their values.
    func order<Holder: RowHolder>(
        _ left: Values, _ leftHolder: Holder, _ right: Values, _ rightHolder: Holder
    ) -> ComparisonResult {
        for (index, part) in parts.enumerated() {
            let order: ComparisonResult
            if part.path == nil {
                // The descriptor reverses its own order.
                order = part.descriptor.compare(leftHolder, to: rightHolder)
            } else {
                let plain =
                    index == 0
                    ? left.first.sortOrder(to: right.first)
                    : left.others[index - 1].sortOrder(to: right.others[index - 1])
                order = part.isAscending ? plain : plain.reversed
            }
            if order != .orderedSame { return order }
        }
        return .orderedSame
    }
}
