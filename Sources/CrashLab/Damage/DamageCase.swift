import Foundation

/// One way to damage a store's files, and the expected result of opening the store.
struct DamageCase: Sendable {
    let name: String
    let store: DamagedStore
    let expected: DamageExpectation
    /// Damages the files before they are written.
    var damage: @Sendable (inout StoreFiles) -> Void = { _ in }
    /// Damages the store at the path.
    var place: @Sendable (String) throws -> Void = { _ in }

    init(
        _ name: String, _ store: DamagedStore, _ expected: DamageExpectation,
        _ damage: @escaping @Sendable (inout StoreFiles) -> Void = { _ in },
        place: @escaping @Sendable (String) throws -> Void = { _ in }
    ) {
        self.name = name
        self.store = store
        self.expected = expected
        self.damage = damage
        self.place = place
    }
}

extension DamageCase {
    /// The damage and the store: names of damages come again for other stores.
    var fullName: String { "\(store.rawValue): \(name)" }
}
