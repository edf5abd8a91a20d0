import Foundation

/// The table of a many-to-many relationship, with the names that Apple's stores use.
///
/// For Note.tags and Tag.notes: `Z_2TAGS` with the columns `Z_2NOTES` and `Z_3TAGS`.
struct JoinTable: Hashable {
    let name: String
    /// The column with this side's keys; `destinationColumn` has the other side's.
    let sourceColumn: String
    let destinationColumn: String
    /// The columns with the order of the members, of either side.
    private let orderColumns: [String]

    /// Makes the table; `nil` unless both sides are to-many.
    ///
    /// The names are those that translated predicates use.
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

    /// All columns: the keys at both ends, then the order of each ordered side.
    var columnNames: [String] { columns + orderColumns }

    /// In one order from whichever side the table is made.
    private var columns: [String] { [sourceColumn, destinationColumn].sorted() }

    /// Finds the destinations of one key, the other way round by an index.
    var indexStatement: String {
        "CREATE INDEX \(name)_\(columns[1])_INDEX ON \(name) (\(columns[1]), \(columns[0]))"
    }
}
