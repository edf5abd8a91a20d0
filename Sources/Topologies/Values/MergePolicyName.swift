/// A context's merge policy, by the name that a topology gives it.
package enum MergePolicyName: String, CaseIterable, Sendable, Codable, Hashable {
    /// Core Data's default: a conflict fails the save.
    case error
    /// Property by property, the store's value stands.
    case storeTrump = "store-trump"
    /// Property by property, the saving object's value stands.
    case objectTrump = "object-trump"
    /// The whole object overwrites the store's.
    case overwrite
    /// The whole object is replaced by the store's.
    case rollback
}
