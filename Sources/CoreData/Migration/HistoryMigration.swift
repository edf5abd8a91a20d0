import Foundation

/// Translates a store's history to the numbers and bits of another version of its model.
///
/// Tokens stay good: transactions keep their numbers. History that the new version has no words for
/// ends at its last transaction, as Apple's does: the objects of a dropped entity, and the values
/// of deleted objects where the preserved attributes changed.
struct HistoryMigration {
    /// The author of the transaction that marks the migration.
    static let author = "com.apple.coredata.schemamigrator"

    private let store: SQLiteStore
    private let connection: SQLiteConnection
    private let mapping: InferredMapping

    init(_ store: SQLiteStore, _ connection: SQLiteConnection, _ mapping: InferredMapping) {
        self.store = store
        self.connection = connection
        self.mapping = mapping
    }

    /// Does nothing for a store without history.
    ///
    /// - Precondition: in the transaction of the migration.
    /// - Throws: `SQLiteError`.
    func run() throws {
        guard try HistorySchema.hasHistory(connection) else { return }
        try deleteUntranslatable()
        for entity in mapping.entities { try translateColumns(entity) }
        try renumber()
        let history = StoreHistory(store.model)
        _ = try HistoryWriter(history, store, connection).finishEmpty(author: Self.author)
    }

    private func deleteUntranslatable() throws {
        var last: Int64 = 0
        func end(_ condition: String) throws {
            let text = "SELECT max(ZTRANSACTIONID) FROM ACHANGE WHERE \(condition)"
            last = max(last, try connection.scalar(text) ?? 0)
        }
        for source in mapping.source.all {
            guard let destination = mapping.destination(of: source) else {
                try end("ZENTITY = \(source.number)")
                continue
            }
            let former = HistoryShape(source).preserved.map(\.name)
            if !former.isEmpty, former != HistoryShape(destination).preserved.map(\.name) {
                let kind = HistoryWriter.Kind.delete.rawValue
                try end("ZENTITY = \(source.number) AND ZCHANGETYPE = \(kind)")
            }
        }
        if last > 0 { _ = try HistorySchema.delete(upTo: last, connection) }
    }

    /// Moves the bits of an entity's properties to their new places; dropped ones go.
    private func translateColumns(_ entity: InferredMapping.EntityMapping) throws {
        guard let source = entity.source else { return }
        let former = HistoryShape(source), next = HistoryShape(entity.destination)
        let names = Dictionary(
            next.properties.compactMap { property in
                InferredMapping.counterpart(
                    of: property, in: source.entity, for: entity.destination.entity
                ).map {
                    ($0.name, property.name)
                }
            }, uniquingKeysWith: { first, _ in first })
        let isSame = former.properties.map(\.name) == next.properties.map(\.name)
        if isSame, names.allSatisfy({ $0.key == $0.value }) { return }
        let select = try connection.statement(
            """
            SELECT DISTINCT ZCOLUMNS FROM ACHANGE WHERE ZENTITY = ? AND ZCOLUMNS NOT NULL \
            ORDER BY ZCOLUMNS
            """)
        select.bind(Int64(source.number), at: 1)
        var found: [[UInt8]] = []
        while try select.step() { found.append(Array(select.bytes(0))) }
        select.reset()
        var translations: [([UInt8], [UInt8])] = []
        for columns in found {
            let changed = columns.withUnsafeBytes { former.properties(of: $0) }
            translations.append(
                (columns, next.columns(named: changed.compactMap { names[$0.name] })))
        }
        try translate(translations, source)
    }

    /// Replaces sets of bits, in two steps: a new one may be equal to another's former one.
    private func translate(
        _ translations: [([UInt8], [UInt8])], _ source: RowLayout
    ) throws {
        let update = try connection.statement(
            "UPDATE ACHANGE SET ZCOLUMNS = ? WHERE ZENTITY = ? AND ZCOLUMNS = ?")
        func replace(_ former: [UInt8], by next: [UInt8]) throws {
            next.withUnsafeBytes { update.bindBlob($0, at: 1, isStatic: false) }
            update.bind(Int64(source.number), at: 2)
            former.withUnsafeBytes { update.bindBlob($0, at: 3, isStatic: false) }
            try update.run()
        }
        // Longer than any set of bits: no entity has that many properties.
        func interim(_ index: Int) -> [UInt8] {
            Array(repeating: 0xFF, count: 1 << 12) + withUnsafeBytes(of: UInt64(index), Array.init)
        }
        for (index, pair) in translations.enumerated() {
            try replace(pair.0, by: interim(index))
        }
        for (index, pair) in translations.enumerated() {
            try replace(interim(index), by: pair.1)
        }
    }

    private func renumber() throws {
        let cases = mapping.source.all.compactMap { source in
            mapping.destination(of: source).map { "WHEN \(source.number) THEN \($0.number)" }
        }
        guard !cases.isEmpty else { return }
        try connection.execute(
            "UPDATE ACHANGE SET ZENTITY = CASE ZENTITY \(cases.joined(separator: " ")) END")
    }
}
