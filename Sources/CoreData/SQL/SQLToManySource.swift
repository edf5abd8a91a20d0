/// Where the destinations of a to-many relationship are found.
package enum SQLToManySource: Equatable, Sendable {
    /// The destination's rows hold the source's key.
    case foreignKey(table: String, column: String)
    /// A table of pairs holds both keys.
    case joinTable(name: String, sourceColumn: String, destinationColumn: String)
}
