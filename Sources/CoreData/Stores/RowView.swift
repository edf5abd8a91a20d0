import Foundation

/// A row as predicates and sort descriptors read it: by key, across relationships, no context.
final class RowView: NSObject, RowHolder, ObjectIdentifying {
    let row: Row
    let layout: RowLayout
    // Unowned: the reader makes the views for one call, and outlives them.
    private unowned let reader: any RowReading

    /// Retains the row's slab.
    init(_ row: Row, _ layout: RowLayout, _ reader: any RowReading) {
        row.retainSlab()
        self.row = row
        self.layout = layout
        self.reader = reader
    }

    deinit {
        row.releaseSlab()
    }

    var readRow: Row { row }
    var hasOwnReading: Bool { false }

    var identityInPredicates: NSObject {
        NSManagedObjectID(
            key: row.key, layout: layout, store: reader.reference(ofStore: row.key.store))
    }

    func value(forKey key: String) -> Any? {
        switch layout.property(named: key) {
        case .slot(let index):
            let slot = layout.slots[index]
            return slot.kind == .toOne ? view(of: row.reference(of: slot)) : row.value(of: slot)
        case .toMany(let index):
            let relationship = layout.relationships[layout.toManys[index]]
            return read {
                try reader.viewedMembers(of: row.key, layout: layout, relationship: relationship)
            }?.compactMap(view)
        case .composite(let index):
            return layout.composites[index].value(in: row, layout.slots)
        case .fetched, nil:
            if key == "entity" { return layout.entity }
            note(CoreDataError.unknownProperty(key, of: layout.entity, layout.propertyNames))
            return nil
        }
    }

    private func view(of key: ObjectKey) -> RowView? {
        guard !key.isNone else { return nil }
        let layout = reader.viewedModel[key.entity]
        guard let row = read({ try reader.viewedRow(key, layout: layout) }) ?? nil else {
            return nil
        }
        defer { row.releaseSlab() }
        return RowView(row, layout, reader)
    }

    private func read<T>(_ body: () throws -> T) -> T? {
        do {
            return try body()
        } catch {
            note(error)
            return nil
        }
    }

    private func note(_ error: any Error) {
        if reader.failure == nil { reader.failure = error }
    }
}
