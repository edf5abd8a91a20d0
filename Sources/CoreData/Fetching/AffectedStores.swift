/// The stores that a request names, asked about objects whose changes no store has yet.
///
/// - Precondition: on the queue of the context.
struct AffectedStores {
    private let stores: [NSPersistentStore]
    private let placement: StorePlacement

    /// `nil` for a request that names none: then every object is meant.
    init?(of plan: FetchPlan, _ context: NSManagedObjectContext) {
        guard let stores = plan.affectedStores,
            let coordinator = context.source?.rootCoordinator
        else { return nil }
        self.stores = stores
        placement = StorePlacement(coordinator)
    }

    /// Whether an object lies in one of the stores, or a save would put it there.
    func hold(_ object: NSManagedObject) -> Bool {
        guard let store = try? placement.store(for: object) else { return false }
        return stores.contains { $0 === store }
    }
}
