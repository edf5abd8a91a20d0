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

    init<T>(_ request: NSFetchRequest<T>, model: ModelLayout) throws {
        let name = request.entity?.name ?? request.entityName ?? ""
        guard let layout = model.layout(named: name) else {
            throw CoreDataError.unknownEntity(name, among: model.all.map { $0.entity.name ?? "" })
        }
        model.learn(T.self)
        self.layout = layout
        family = request.includesSubentities ? model.family(of: layout) : [layout]
        predicate = request.predicate
        sortDescriptors = (request.sortDescriptors ?? []).map(\.named)
        limit = request.fetchLimit
        offset = request.fetchOffset
        includesPendingChanges = request.includesPendingChanges
        includesValues = request.includesPropertyValues
        returnsFaults = request.returnsObjectsAsFaults
        refreshesRefetched = request.shouldRefreshRefetchedObjects
        resultType = request.resultType
        affectedStores = request.affectedStores
        batchSize = request.fetchBatchSize
        prefetchedPaths = (request.relationshipKeyPathsForPrefetching ?? []).map { text in
            Self.prefetchedPath(text, from: layout.entity)
        }
        if request.resultType.contains(.dictionaryResultType) {
            dictionaries = DictionaryPlan(request, layout: layout)
        } else {
            dictionaries = nil
            DictionaryPlan.requireNone(request)
        }
    }

    private static func prefetchedPath(
        _ text: String, from entity: NSEntityDescription
    ) -> PropertyPath {
        let path = PropertyPath(text)
        var current: NSEntityDescription? = entity
        for name in path.components {
            guard let relationship = current?.relationshipsByName[name] else {
                fatalError(
                    """
                    Keypath “\(text)” in relationshipKeyPathsForPrefetching leads nowhere: \
                    \(current?.name ?? "") has no relationship “\(name)”
                    """)
            }
            current = relationship.destinationEntity
        }
        return path
    }

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
