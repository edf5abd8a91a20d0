/// A fetch request in a model file, from which the model makes requests on demand.
///
/// The defaults are those of `NSFetchRequest`. A class, because a model keeps its templates as
/// objects.
package final class FetchTemplate: Sendable {
    /// The name of the entity that is fetched.
    package let entityName: String

    /// The predicate in Apple's format language; `nil` for none.
    package let predicateFormat: String?

    /// 0 for no limit.
    package let fetchLimit: Int

    /// 0 for no batches.
    package let fetchBatchSize: Int

    /// The raw value of an `NSFetchRequestResultType`.
    package let resultType: UInt

    // As in `NSFetchRequest`.
    package let includesSubentities: Bool
    package let includesPropertyValues: Bool
    package let includesPendingChanges: Bool
    package let returnsObjectsAsFaults: Bool
    package let returnsDistinctResults: Bool

    /// Makes a template for all objects of the entity, unless arguments restrict it.
    package init(
        entityName: String, predicateFormat: String? = nil, fetchLimit: Int = 0,
        fetchBatchSize: Int = 0, resultType: UInt = 0, includesSubentities: Bool = true,
        includesPropertyValues: Bool = true, includesPendingChanges: Bool = true,
        returnsObjectsAsFaults: Bool = true, returnsDistinctResults: Bool = false
    ) {
        self.entityName = entityName
        self.predicateFormat = predicateFormat
        self.fetchLimit = fetchLimit
        self.fetchBatchSize = fetchBatchSize
        self.resultType = resultType
        self.includesSubentities = includesSubentities
        self.includesPropertyValues = includesPropertyValues
        self.includesPendingChanges = includesPendingChanges
        self.returnsObjectsAsFaults = returnsObjectsAsFaults
        self.returnsDistinctResults = returnsDistinctResults
    }
}
