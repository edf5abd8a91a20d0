import Foundation

/// Sorts rows by sort descriptors, stably.
struct RowOrder {
    private let keys: SortKeys

    init(_ descriptors: [NSSortDescriptor]) {
        keys = SortKeys(descriptors)
    }

    /// The rows in order; each row's values are read once.
    func sorted(_ views: [RowView]) -> [RowView] {
        guard !keys.isEmpty else { return views }
        let values = views.map { keys.values(of: $0) }
        return views.indices.sorted { left, right in
            let order = keys.order(values[left], views[left], values[right], views[right])
            return order == .orderedSame ? left < right : order == .orderedAscending
        }.map { views[$0] }
    }
}
