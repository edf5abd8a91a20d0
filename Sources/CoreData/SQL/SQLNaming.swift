/// Names the tables and columns of a store.
package protocol SQLNaming {
    /// The table that holds an entity's rows: its root entity's.
    func table(for entity: NSEntityDescription) -> String
    /// The column of an attribute, or of a to-one relationship's key.
    func column(for property: NSPropertyDescription) -> String
    /// The entity's number in `Z_ENT`.
    func entityNumber(_ entity: NSEntityDescription) -> Int
    /// The table and columns that link the destinations of a to-many relationship.
    func toManySource(for relationship: NSRelationshipDescription) -> SQLToManySource
}
