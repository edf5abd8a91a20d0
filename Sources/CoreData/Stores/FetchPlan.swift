import Foundation

/// What a fetch request asks for, its entity resolved: the form that sources understand.
struct FetchPlan {
    let layout: RowLayout
    /// The entity and those below it that the result may hold.
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
    /// How many rows are read at once, later; 0 reads all of them now.
    var batchSize: Int
    /// The key paths whose objects are read along.
    var prefetchedPaths: [PropertyPath]
    /// What can stop the fetch from another queue.
    var cancellation: FetchCancellation?
    /// What the dictionaries hold; `nil` unless dictionaries are asked for.
    let dictionaries: DictionaryPlan?

    /// The same without page and batches, and with a further condition.
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
        family.contains { $0 === layout }
    }
}

extension FetchPlan {
    /// The plan for all that it selects, in no order.
    var unpaged: FetchPlan {
        var plan = self
        plan.sortDescriptors = []
        plan.offset = 0
        plan.limit = 0
        return plan
    }
}
