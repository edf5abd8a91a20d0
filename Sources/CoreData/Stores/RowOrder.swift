import Foundation

/// Sorts rows by sort descriptors, stably.
struct RowOrder {
    private struct Entry {
        let view: RowView
        let values: [PredicateValue]
    }

    private let descriptors: [NSSortDescriptor]

    init(_ descriptors: [NSSortDescriptor]) {
        self.descriptors = descriptors
    }

    /// The rows in order; each row's values are read once.
    func sorted(_ views: [RowView]) -> [RowView] {
        guard !descriptors.isEmpty else { return views }
        let entries = views.map { view in
            Entry(view: view, values: descriptors.map { value(of: view, $0) })
        }
        return entries.enumerated().sorted { left, right in
            for (index, descriptor) in descriptors.enumerated() {
                let order = order(left.element, right.element, index, descriptor)
                if order != .orderedSame { return order == .orderedAscending }
            }
            return left.offset < right.offset
        }.map(\.element.view)
    }

    private func order(
        _ left: Entry, _ right: Entry, _ index: Int, _ descriptor: NSSortDescriptor
    ) -> ComparisonResult {
        guard Self.path(of: descriptor) != nil else {
            return descriptor.compare(left.view, to: right.view)
        }
        let order = left.values[index].sortOrder(to: right.values[index])
        return descriptor.ascending ? order : order.reversed
    }

    private func value(of view: RowView, _ descriptor: NSSortDescriptor) -> PredicateValue {
        PredicateValue(Self.path(of: descriptor)?.value(of: view))
    }

    /// The path of a plain key; `nil` for a descriptor with a comparator of its own.
    private static func path(of descriptor: NSSortDescriptor) -> PropertyPath? {
        guard let descriptor = descriptor as? KeySortDescriptor, descriptor.valueComparator == nil
        else { return nil }
        return descriptor.path
    }
}
