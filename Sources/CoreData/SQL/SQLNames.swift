/// The names in one statement: the store's tables and columns, and the aliases given out.
final class SQLNames {
    let naming: any SQLNaming
    private let prefix: String
    private var count = 0

    /// - Parameter alias: the fetched table's alias, such as `t0`; others follow, `t1`, `t2`, …
    init(naming: any SQLNaming, alias: String) {
        self.naming = naming
        prefix = String(alias.prefix { !$0.isNumber })
        count = Int(alias.drop { !$0.isNumber }) ?? 0
    }

    func nextAlias() -> String {
        count += 1
        return "\(prefix)\(count)"
    }

    func destination(
        of relationship: NSRelationshipDescription
    ) throws -> NSEntityDescription {
        guard let entity = relationship.destinationEntity else {
            throw SQLTranslationError.notInStore(relationship)
        }
        return entity
    }
}
