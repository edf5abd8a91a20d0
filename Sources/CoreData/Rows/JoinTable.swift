import Foundation

/// The table of a many-to-many relationship, named as Apple's stores name it: `Z_2TAGS` with
/// `Z_2NOTES` and `Z_3TAGS` for Note.tags and Tag.notes.
struct JoinTable: Hashable {
    let name: String
    /// The column with this side's keys, and that with the destination's.
    let sourceColumn: String
    let destinationColumn: String
    /// The columns with places, of either side.
    private let orderColumns: [String]

    /// `nil` unless both sides are to-many. The names are the ones that predicates are translated
    /// to.
    init?(_ relationship: NSRelationshipDescription) {
        guard relationship.isToMany,
            case .joinTable(let name, let source, let destination) =
                AppleSQLNaming().toManySource(for: relationship)
        else { return nil }
        self.name = name
        sourceColumn = source
        destinationColumn = destination
        orderColumns = [relationship, relationship.inverseRelationship]
            .compactMap { $0.flatMap(AppleSQLNaming().orderColumn) }.sorted()
    }

    var createStatement: String {
        """
        CREATE TABLE \(name) ( \(columns[0]) INTEGER, \(columns[1]) INTEGER, \
        \(orderColumns.map { "\($0) INTEGER, " }.joined())\
        PRIMARY KEY (\(columns[0]), \(columns[1])) )
        """
    }

    /// All columns: keys at both ends, then places.
    var columnNames: [String] { columns + orderColumns }

    /// In one order from whichever side the table is made.
    private var columns: [String] { [sourceColumn, destinationColumn].sorted() }

    /// Finds the destinations of one key, the other way round by an index.
    var indexStatement: String {
        "CREATE INDEX \(name)_\(columns[1])_INDEX ON \(name) (\(columns[1]), \(columns[0]))"
    }
}
