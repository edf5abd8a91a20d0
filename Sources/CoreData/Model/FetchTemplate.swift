/// A fetch request as a model file says it, before there are predicates.
package struct FetchTemplate: Hashable, Sendable {
    /// The name of the entity that is fetched.
    package var entityName: String

    /// The predicate in Apple's format language; `nil` for none.
    package var predicateFormat: String?

    /// 0 for no limit.
    package var fetchLimit = 0

    /// 0 for no batches.
    package var fetchBatchSize = 0

    /// The raw value of `NSFetchRequestResultType`.
    package var resultType: UInt = 0

    package var includesSubentities = true
    package var includesPropertyValues = true
    package var includesPendingChanges = true
    package var returnsObjectsAsFaults = true
    package var returnsDistinctResults = false

    /// Everything on the entity, with Apple's defaults.
    package init(entityName: String, predicateFormat: String? = nil) {
        self.entityName = entityName
        self.predicateFormat = predicateFormat
    }
}
