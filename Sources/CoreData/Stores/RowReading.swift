/// Resolves the relationships of row views.
protocol RowReading: AnyObject {
    /// The newest row of an object, its slab retained for the caller; `nil` if it has no row.
    func viewedRow(_ key: ObjectKey, layout: RowLayout) throws -> Row?
    func viewedMembers(
        of key: ObjectKey, layout: RowLayout, relationship: RelationshipLayout
    ) throws -> [ObjectKey]
    func reference(ofStore number: Int) -> StoreReference?
    var viewedModel: ModelLayout { get }
    /// The first failure while views were read; key-value reading cannot throw.
    var failure: (any Error)? { get set }
}
