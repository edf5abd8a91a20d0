/// The table and columns that link the destinations of a to-many relationship to its source.
package enum SQLToManySource: Equatable, Sendable {
    /// The destination's rows hold the source's key.
    case foreignKey(table: String, column: String)
    /// A table of pairs holds both keys.
    case joinTable(name: String, sourceColumn: String, destinationColumn: String)
}
