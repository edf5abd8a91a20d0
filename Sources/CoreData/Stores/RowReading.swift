/// Where row views find what their relationships lead to.
protocol RowReading: AnyObject {
    /// The newest row of an object, its slab retained for the caller; `nil` when there is none.
    func viewedRow(_ key: ObjectKey, layout: RowLayout) throws -> Row?
    func viewedMembers(
        of key: ObjectKey, layout: RowLayout, relationship: RelationshipLayout
    ) throws -> [ObjectKey]
    func reference(ofStore number: Int) -> StoreReference?
    var viewedModel: ModelLayout { get }
    /// The first thing that went wrong while views were read: a reader by key cannot throw.
    var failure: (any Error)? { get set }
}
