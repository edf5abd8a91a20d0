import Foundation

/// What a fetch request asks for, its entity resolved: the form that sources understand.
struct FetchPlan {
    let layout: RowLayout
    /// The entity and those below it that the result may hold.
    let family: [RowLayout]
    let predicate: NSPredicate?
    let sortDescriptors: [NSSortDescriptor]
    var limit: Int
    var offset: Int
    let includesPendingChanges: Bool
    let returnsFaults: Bool
    let refreshesRefetched: Bool
    let resultType: NSFetchRequestResultType
    let affectedStores: [NSPersistentStore]?

    init<T>(_ request: NSFetchRequest<T>, model: ModelLayout) throws {
        let name = request.entity?.name ?? request.entityName ?? ""
        guard let layout = model.layout(named: name) else {
            throw CoreDataError.unknownEntity(name, among: model.all.map { $0.entity.name ?? "" })
        }
        guard request.resultType.isDisjoint(with: [.dictionaryResultType, .countResultType]) else {
            throw CoreDataError.unsupported(
                "A fetch of dictionaries or of a count",
                "fetch objects or object IDs, or ask count(for:)")
        }
        self.layout = layout
        family = request.includesSubentities ? model.family(of: layout) : [layout]
        predicate = request.predicate
        sortDescriptors = (request.sortDescriptors ?? []).map(\.named)
        limit = request.fetchLimit
        offset = request.fetchOffset
        includesPendingChanges = request.includesPendingChanges
        returnsFaults = request.returnsObjectsAsFaults
        refreshesRefetched = request.shouldRefreshRefetchedObjects
        resultType = request.resultType
        affectedStores = request.affectedStores
    }

    func covers(_ layout: RowLayout) -> Bool {
        family.contains { $0 === layout }
    }

    func matches(_ object: NSManagedObject) -> Bool {
        predicate?.evaluate(with: object) ?? true
    }
}
