/// One state of a coordinator's stores, for as long as a token or a context refers to it.
///
/// Stores that have no log have no snapshots, and are read as they are.
// @unchecked: nothing in it changes.
final class QueryGeneration: @unchecked Sendable {
    private let snapshots: [Int: StoreSnapshot]
    private let stores: Set<Int>
    /// Whose stores these are.
    let coordinator: ObjectIdentifier

    /// The generation in which the running read of a store takes place; `nil` for the newest rows.
    ///
    /// Bound around the requests of a pinned context, because a store's requests pass through many
    /// calls that know no context.
    @TaskLocal static var bound: QueryGeneration?

    init(
        _ coordinator: NSPersistentStoreCoordinator, _ stores: [Int],
        _ snapshots: [Int: StoreSnapshot]
    ) {
        self.coordinator = ObjectIdentifier(coordinator)
        self.stores = Set(stores)
        self.snapshots = snapshots
    }

    /// Whether no store of the generation has more than one state to read.
    var isEmpty: Bool { snapshots.isEmpty }

    func snapshot(ofStore number: Int) -> StoreSnapshot? { snapshots[number] }

    /// Whether the coordinator had a store when the generation began.
    func has(store number: Int) -> Bool { stores.contains(number) }
}
