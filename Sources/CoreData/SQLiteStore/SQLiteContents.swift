import Foundation

/// Reads everything in a SQLite store as contents, and writes contents into an empty store.
struct SQLiteContents {
    private let store: SQLiteStore
    private let connection: SQLiteConnection

    init(_ store: SQLiteStore, _ connection: SQLiteConnection) {
        self.store = store
        self.connection = connection
    }

    /// - Throws: `SQLiteError`.
    func read() throws -> StoreContents {
        return try connection.transaction("DEFERRED") {
            var contents = StoreContents(
                identifier: store.identifier, metadata: store.metadata ?? [:],
                model: try ModelArchive.encode(store.model.model))
            for root in store.entities.roots {
                let highest = try connection.scalar(
                    "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(root.number)")
                contents.highest[root.entity.name ?? ""] = highest ?? 0
            }
            for layout in store.entities.layouts {
                let table = try readTable(layout)
                if !table.rows.isEmpty { contents.tables.append(table) }
            }
            var seen = Set<String>()
            for layout in store.entities.layouts {
                for relationship in layout.relationships
                where relationship.description.entity === layout.entity {
                    guard let join = JoinTable(relationship.description),
                        store.entities.holdsDestination(of: relationship),
                        seen.insert(join.name).inserted
                    else { continue }
                    contents.links.append(try readLinks(relationship, of: layout, join))
                }
            }
            contents.orders = try readOrders()
            return contents
        }
    }

    private func readTable(_ layout: RowLayout) throws -> StoreContents.Table {
        var table = StoreContents.Table(
            entity: layout.entity.name ?? "", columns: layout.storedSlots.map(\.name))
        let shape = store.shape(of: layout, withSubentities: false)
        let statement = try connection.statement(
            """
            SELECT \(shape.columnList) FROM \(SQLiteSchema.table(of: layout)) t0 \
            WHERE t0.Z_ENT = \(layout.number) ORDER BY t0.Z_PK
            """)
        defer { statement.reset() }
        while try statement.step() {
            let slab = RowSlab(layout: layout, capacity: 1)
            let key = ObjectKey(
                store: store.number, entity: layout.number, number: statement.integer(0))
            let row = slab.appendRow(key: key)
            row.version = statement.integer(2)
            shape.read(statement, into: row, of: slab, entity: layout.number, store: store.number)
            // A row does not retain its slab.
            withExtendedLifetime(slab) {
                table.rows.append(StoreContents.Record(row, layout, store.model))
            }
        }
        return table
    }

    /// The pairs of a relationship, with the entities at both ends.
    private func readLinks(
        _ relationship: RelationshipLayout, of layout: RowLayout, _ join: JoinTable
    ) throws -> StoreContents.Links {
        var links = StoreContents.Links(
            entity: layout.entity.name ?? "", relationship: relationship.name)
        let destination = store.model[relationship.destinationEntity]
        let statement = try connection.statement(
            """
            SELECT a.Z_ENT, a.Z_PK, b.Z_ENT, b.Z_PK FROM \(join.name) j \
            JOIN \(SQLiteSchema.table(of: layout)) a ON a.Z_PK = j.\(join.sourceColumn) \
            JOIN \(SQLiteSchema.table(of: destination)) b ON b.Z_PK = j.\(join.destinationColumn) \
            ORDER BY a.Z_PK, b.Z_PK
            """)
        defer { statement.reset() }
        while try statement.step() {
            links.pairs.append((reference(statement, 0), reference(statement, 2)))
        }
        return links
    }

    private func readOrders() throws -> [StoreContents.Order] {
        var orders: [StoreContents.Order] = []
        for layout in store.entities.layouts {
            for relationship in layout.relationships
            where relationship.isOrdered && relationship.description.entity === layout.entity {
                guard store.entities.holdsDestination(of: relationship),
                    let query = MembersQuery(relationship, model: store.model)
                else { continue }
                let order = try readOrder(relationship, of: layout, query)
                if !order.lists.isEmpty { orders.append(order) }
            }
        }
        return orders
    }

    private func readOrder(
        _ relationship: RelationshipLayout, of layout: RowLayout, _ query: MembersQuery
    ) throws -> StoreContents.Order {
        var order = StoreContents.Order(
            entity: layout.entity.name ?? "", relationship: relationship.name)
        let statement = try connection.statement(
            query.wholeText(owners: SQLiteSchema.table(of: layout)))
        defer { statement.reset() }
        while try statement.step() {
            let owner = reference(statement, 0)
            if order.lists.last?.owner != owner { order.lists.append((owner, [])) }
            order.lists[order.lists.count - 1].members.append(reference(statement, 2))
        }
        return order
    }

    private func reference(
        _ statement: SQLiteStatement, _ column: Int32
    ) -> StoreContents.Reference {
        let entity = store.model[Int(statement.integer(column))].entity.name ?? ""
        return StoreContents.Reference(entity: entity, number: statement.integer(column + 1))
    }

    // MARK: Writing

    /// - Precondition: the store is empty.
    /// - Throws: `SQLiteError`; 259 for contents that do not fit the model.
    func write(_ contents: StoreContents) throws {
        let derived = SQLiteSchema(store.entities).derivedTriggers.map(\.insertion)
        try connection.transaction("EXCLUSIVE") {
            // The rows come with their derived values, the date of each one's last save among them.
            for trigger in derived { try connection.execute(trigger.drop) }
            for table in contents.tables { try write(table) }
            for trigger in derived { try connection.execute(trigger.create) }
            for links in contents.links { try write(links) }
            for order in contents.orders { try write(order) }
            for name in contents.highest.keys.sorted() {
                guard let layout = store.model.layout(named: name) else { continue }
                try connection.execute(
                    """
                    UPDATE Z_PRIMARYKEY SET Z_MAX = \(contents.highest[name]!) \
                    WHERE Z_ENT = \(layout.number)
                    """)
            }
            try connection.writeMetadata(contents.identifier, contents.metadata)
        }
    }

    private func write(_ table: StoreContents.Table) throws {
        guard let layout = store.model.layout(named: table.entity) else { throw misfit }
        var slots: [Slot] = []
        for column in table.columns {
            guard case .slot(let index) = layout.property(named: column) else { throw misfit }
            slots.append(layout.slots[index])
        }
        for record in table.rows {
            let slab = RowSlab(layout: layout, capacity: 1)
            let row = slab.appendRow(
                key: ObjectKey(store: store.number, entity: layout.number, number: record.number))
            for (slot, value) in zip(slots, record.values)
            where !value.write(to: row, slot, store.model, store: store.number) {
                throw misfit
            }
            let statement = try connection.statement(store.insertText(layout))
            statement.bind(record.number, at: 1)
            statement.bind(Int64(layout.number), at: 2)
            statement.bind(record.version, at: 3)
            var index: Int32 = 4
            for slot in layout.storedSlots { statement.bind(slot, of: row, at: &index) }
            try withExtendedLifetime(slab) { try statement.run() }
        }
    }

    private func write(_ links: StoreContents.Links) throws {
        guard let layout = store.model.layout(named: links.entity),
            let relationship = layout.relationship(named: links.relationship),
            let join = JoinTable(relationship.description)
        else { throw misfit }
        let statement = try connection.statement(
            """
            INSERT OR IGNORE INTO \(join.name) (\(join.sourceColumn), \(join.destinationColumn)) \
            VALUES (?, ?)
            """)
        for pair in links.pairs {
            statement.bind(pair.source.number, at: 1)
            statement.bind(pair.destination.number, at: 2)
            try statement.run()
        }
    }

    private func write(_ order: StoreContents.Order) throws {
        guard let layout = store.model.layout(named: order.entity),
            let relationship = layout.relationship(named: order.relationship),
            relationship.isOrdered
        else { throw misfit }
        let writer = MemberOrder(relationship, store.model, connection)
        for (owner, members) in order.lists {
            guard let owner = owner.key(store.model, store: store.number) else { throw misfit }
            let keys = members.compactMap { $0.key(store.model, store: store.number) }
            try writer.write(of: owner, members: keys, added: [])
        }
    }

    private var misfit: NSError {
        CoreDataError.corruptFile(store.settings.path, "contents do not fit the model")
    }
}
