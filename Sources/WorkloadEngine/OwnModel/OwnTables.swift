/// Rows by entity, in the order of the content.
struct OwnTables {
    private let names: [String]
    private var rows: [String: [StoreContent.Row]] = [:]

    init(_ content: OwnContent) {
        names = content.entities.map(\.name)
    }

    mutating func add(_ row: (entity: String, row: StoreContent.Row)) {
        rows[row.entity, default: []].append(row.row)
    }

    var content: StoreContent { StoreContent(tables: names.map { rows[$0] ?? [] }) }
}
