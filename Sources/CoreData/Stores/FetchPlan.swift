import Foundation

/// A fetch request with its entity resolved, in the form that object sources understand.
struct FetchPlan {
    let layout: RowLayout
    /// The entity and its subentities, if the result may hold these.
    let family: [RowLayout]
    var predicate: NSPredicate?
    var sortDescriptors: [NSSortDescriptor]
    var limit: Int
    var offset: Int
    let includesPendingChanges: Bool
    let includesValues: Bool
    let returnsFaults: Bool
    let refreshesRefetched: Bool
    let resultType: NSFetchRequestResultType
    let affectedStores: [NSPersistentStore]?
    /// How many rows each later read takes; 0 reads all of them now.
    var batchSize: Int
    /// The key paths whose objects are read together with the results.
    var prefetchedPaths: [PropertyPath]
    /// Stops the fetch from another queue.
    var cancellation: FetchCancellation?
    /// The form of the dictionaries; `nil` unless the request asks for dictionaries.
    let dictionaries: DictionaryPlan?

    /// The same plan without page and batches, and with a further condition.
    func narrowed(to condition: NSPredicate) -> FetchPlan {
        var plan = self
        plan.predicate = NSCompoundPredicate(
            andPredicateWithSubpredicates: [predicate, condition].compactMap { $0 })
        plan.limit = 0
        plan.offset = 0
        plan.batchSize = 0
        return plan
    }

    func covers(_ layout: RowLayout) -> Bool {
        family[0] === layout || family.contains { $0 === layout }
    }
}

extension FetchPlan {
    /// The same plan without order and page: everything that it selects.
    var unpaged: FetchPlan {
        var plan = self
        plan.sortDescriptors = []
        plan.offset = 0
        plan.limit = 0
        return plan
    }
}
