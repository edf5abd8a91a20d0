/// What the tables and columns of a store are called.
package protocol SQLNaming {
    /// The table that holds an entity's rows: its root entity's.
    func table(for entity: NSEntityDescription) -> String
    /// The column of an attribute, or of a to-one relationship's key.
    func column(for property: NSPropertyDescription) -> String
    /// The entity's number in `Z_ENT`.
    func entityNumber(_ entity: NSEntityDescription) -> Int
    /// Where the destinations of a to-many relationship are found.
    func toManySource(for relationship: NSRelationshipDescription) -> SQLToManySource
}
