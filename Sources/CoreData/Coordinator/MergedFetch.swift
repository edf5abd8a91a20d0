import Foundation

/// A fetch from several stores, whose results are merged and sorted.
///
/// Each store returns as many objects as the page may take from it. Without sort descriptors the
/// stores' results follow each other.
struct MergedFetch {
    private let stores: [any RowStore]
    private let reader: StoresReader

    init(_ coordinator: NSPersistentStoreCoordinator, _ stores: [any RowStore]) {
        self.stores = stores
        reader = StoresReader(coordinator)
    }

    func rows(_ plan: FetchPlan) throws -> FetchedRows {
        var whole = plan
        whole.offset = 0
        whole.limit = plan.limit > 0 ? plan.offset + plan.limit : 0
        var views = try views(whole)
        views = RowOrder(plan.sortDescriptors).sorted(views)
        if let failure = reader.failure { throw failure }
        let rest = views.dropFirst(plan.offset)
        var found = FetchedRows()
        for view in plan.limit > 0 ? rest.prefix(plan.limit) : rest {
            found.append(view.row, in: view.row.slab)
        }
        return found
    }

    private func views(_ plan: FetchPlan) throws -> [RowView] {
        var views: [RowView] = []
        for store in stores {
            try store.fetchRows(plan).readAll { row in
                views.append(RowView(row, reader.viewedModel[row.key.entity], reader))
            }
        }
        return views
    }

    func dictionaries(
        _ plan: FetchPlan, _ dictionaries: DictionaryPlan
    ) throws -> [NSDictionary] {
        let found = try RowDictionaries(plan, dictionaries).make(try views(plan.unpaged))
        if let failure = reader.failure { throw failure }
        return found
    }

    func count(_ plan: FetchPlan) throws -> Int {
        var whole = plan
        whole.offset = 0
        whole.limit = 0
        let all = try stores.reduce(0) { try $0 + $1.countRows(whole) }
        let rest = max(0, all - plan.offset)
        return plan.limit > 0 ? min(rest, plan.limit) : rest
    }
}

/// Reads rows across the stores of a coordinator, for one fetch.
private final class StoresReader: RowReading {
    private let coordinator: NSPersistentStoreCoordinator
    var failure: (any Error)?

    init(_ coordinator: NSPersistentStoreCoordinator) {
        self.coordinator = coordinator
    }

    var viewedModel: ModelLayout { coordinator.model }

    func viewedRow(_ key: ObjectKey, layout: RowLayout) throws -> Row? {
        try coordinator.store(numbered: key.store)?.row(key, layout: layout)
    }

    func viewedMembers(
        of key: ObjectKey, layout: RowLayout, relationship: RelationshipLayout
    ) throws -> [ObjectKey] {
        try coordinator.store(numbered: key.store)?.members(
            of: key, layout: layout, relationship: relationship) ?? []
    }

    func reference(ofStore number: Int) -> StoreReference? {
        coordinator.store(numbered: number)?.reference
    }
}
