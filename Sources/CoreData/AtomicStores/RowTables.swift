/// The rows of an atomic store, with indexes for relationships and unique values.
///
/// Rows in the tables are published and never written again. Not thread-safe: the store holds its
/// lock around each use.
final class RowTables {
    let model: ModelLayout
    let store: Int
    /// By number of the root entity; each row's slab is retained.
    private var tables: ContiguousArray<PagedTable>
    /// The highest key ever given out, by number of the root entity.
    private(set) var highest: ContiguousArray<Int64>
    /// Who refers to an object, by the column of the reference.
    private var holders: [Column: [ObjectKey: Set<ObjectKey>]] = [:]
    private(set) var links: [String: Links] = [:]
    /// The order numbers of ordered relationships' members, by the members' keys.
    private var places: [Place: [ObjectKey: [Int64: Int64]]] = [:]
    /// The row that has each combination of constrained values.
    private var owners: [UniquenessConstraint.Values: ObjectKey] = [:]

    /// A relationship of the rows of an entity's hierarchy.
    private struct Place: Hashable {
        let root: Int
        let name: String
    }

    /// A to-one of the rows of a hierarchy.
    ///
    /// Siblings may each have one of a name: those are two.
    private struct Column: Hashable {
        let root: Int
        let name: String

        init(_ slot: Slot, of layout: RowLayout) {
            root = layout.rootNumber
            name = slot.column
        }
    }

    /// The pairs of one join table, from both sides, by column.
    struct Links {
        var members: [String: [ObjectKey: Set<ObjectKey>]] = [:]
    }

    init(model: ModelLayout, store: Int) {
        self.model = model
        self.store = store
        tables = ContiguousArray(repeating: PagedTable(), count: model.count + 1)
        highest = ContiguousArray(repeating: 0, count: model.count + 1)
    }

    deinit {
        for index in tables.indices {
            // The tables retain each row's slab; see `set`.
            let release: (UnsafeMutableRawPointer) -> Void = {
                Row($0.assumingMemoryBound(to: UInt64.self)).releaseSlab()
            }
            tables[index].forEach(release)
            tables[index].removeAll()
        }
    }

    // MARK: Rows

    func row(_ key: ObjectKey, root: Int) -> Row? {
        tables[root][key.number].map { Row($0.assumingMemoryBound(to: UInt64.self)) }
    }

    /// Calls `body` for each row of a hierarchy, in the order of the keys.
    func forEach(root: Int, _ body: (Row) -> Void) {
        let call: (UnsafeMutableRawPointer) -> Void = {
            body(Row($0.assumingMemoryBound(to: UInt64.self)))
        }
        tables[root].forEach(call)
    }

    /// Sets or removes a row, and returns the one that it replaces.
    ///
    /// The caller takes over the returned row's reference to its slab.
    @discardableResult
    func set(_ row: Row?, at key: ObjectKey, layout: RowLayout) -> Row? {
        let root = layout.rootNumber
        let former = self.row(key, root: root)
        if let former {
            unlinkReferences(of: former, layout)
            dropValues(of: former, layout)
        }
        if let row {
            row.retainSlab()
            tables[root].set(UnsafeMutableRawPointer(row.words), at: key.number)
            linkReferences(of: row, layout)
            for values in UniquenessConstraint.Values.all(of: row, layout) { owners[values] = key }
            highest[root] = max(highest[root], key.number)
        } else {
            tables[root].remove(at: key.number)
        }
        return former
    }

    func raiseHighest(to number: Int64, root: Int) {
        highest[root] = max(highest[root], number)
    }

    /// Takes new keys, in order.
    func takeKeys(for layouts: [RowLayout]) -> [ObjectKey] {
        layouts.map { layout in
            highest[layout.rootNumber] += 1
            return ObjectKey(
                store: store, entity: layout.number, number: highest[layout.rootNumber])
        }
    }

    // MARK: Relationships

    private func linkReferences(of row: Row, _ layout: RowLayout) {
        for slot in layout.toOneSlots where slot.isStored {
            let reference = row.reference(of: slot)
            guard !reference.isNone else { continue }
            holders[Column(slot, of: layout), default: [:]][reference, default: []].insert(row.key)
        }
    }

    private func unlinkReferences(of row: Row, _ layout: RowLayout) {
        for slot in layout.toOneSlots where slot.isStored {
            let reference = row.reference(of: slot)
            guard !reference.isNone else { continue }
            holders[Column(slot, of: layout)]?[reference]?.remove(row.key)
        }
    }

    /// The members of a to-many in the order of their keys.
    func members(of key: ObjectKey, _ relationship: RelationshipLayout) -> [ObjectKey] {
        let found: Set<ObjectKey>?
        if let join = JoinTable(relationship.description) {
            found = links[join.name]?.members[join.sourceColumn]?[key]
        } else if let inverse = relationship.inverseName,
            case .slot(let index) = model[relationship.destinationEntity].property(named: inverse)
        {
            let layout = model[relationship.destinationEntity]
            found = holders[Column(layout.slots[index], of: layout)]?[key]
        } else {
            found = nil
        }
        let keys = (found ?? []).sorted { $0.number < $1.number }
        guard relationship.isOrdered, let places = places(of: key, relationship) else {
            return keys
        }
        func place(_ key: ObjectKey) -> (Int64, Int64) { (places[key.number] ?? .min, key.number) }
        return keys.sorted { place($0) < place($1) }
    }

    /// The order numbers of an ordered relationship's members; members without one are missing.
    func places(of owner: ObjectKey, _ relationship: RelationshipLayout) -> [Int64: Int64]? {
        places[place(owner, relationship)]?[owner]
    }

    /// Sets all order numbers at once, and returns the former ones.
    @discardableResult
    func setPlaces(
        _ numbers: [Int64: Int64]?, of owner: ObjectKey, _ relationship: RelationshipLayout
    ) -> [Int64: Int64]? {
        let place = place(owner, relationship)
        let former = places[place]?[owner]
        places[place, default: [:]][owner] = numbers
        return former
    }

    /// The order numbers by owner, for a relationship of an entity.
    func places(
        of relationship: RelationshipLayout, _ layout: RowLayout
    ) -> [ObjectKey: [Int64: Int64]] {
        places[Place(root: layout.rootNumber, name: relationship.name)] ?? [:]
    }

    /// The row that has these values.
    func owner(of values: UniquenessConstraint.Values) -> ObjectKey? { owners[values] }

    private func place(_ owner: ObjectKey, _ relationship: RelationshipLayout) -> Place {
        Place(root: model[owner.entity].rootNumber, name: relationship.name)
    }

    /// The objects that have one in a relationship without an inverse.
    func owners(in join: JoinTable, of key: ObjectKey) -> Set<ObjectKey> {
        links[join.name]?.members[join.destinationColumn]?[key] ?? []
    }

    /// Adds or removes a pair of a many-to-many relationship; returns `false` if that changes
    /// nothing.
    @discardableResult
    func setLink(
        _ join: JoinTable, _ source: ObjectKey, _ destination: ObjectKey, isLinked: Bool
    ) -> Bool {
        var table = links[join.name] ?? Links()
        // Take the table out of the dictionary: a second reference would make each change copy it.
        links[join.name] = nil
        defer { links[join.name] = table }
        let isThere =
            table.members[join.sourceColumn]?[source]?.contains(destination) ?? false
        guard isThere != isLinked else { return false }
        if isLinked {
            table.members[join.sourceColumn, default: [:]][source, default: []]
                .insert(destination)
            table.members[join.destinationColumn, default: [:]][destination, default: []]
                .insert(source)
        } else {
            table.members[join.sourceColumn]?[source]?.remove(destination)
            table.members[join.destinationColumn]?[destination]?.remove(source)
        }
        return true
    }
}

extension RowTables: UniqueRows {
    /// Two objects may swap their values in one save, so only the present owner gives a value up.
    fileprivate func dropValues(of row: Row, _ layout: RowLayout) {
        for values in UniquenessConstraint.Values.all(of: row, layout)
        where owners[values] == row.key {
            owners[values] = nil
        }
    }

    func key(
        of values: UniquenessConstraint.Values, like row: Row, _ constraint: UniquenessConstraint,
        _ layout: RowLayout
    ) -> ObjectKey? {
        owner(of: values)
    }

    func retainedRow(_ key: ObjectKey, _ layout: RowLayout) -> Row? {
        let row = row(key, root: layout.rootNumber)
        row?.retainSlab()
        return row
    }
}
