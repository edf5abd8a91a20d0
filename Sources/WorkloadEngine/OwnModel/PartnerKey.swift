/// What an object is found by that others refer to: its entity, and the value of its key.
package struct PartnerKey: Sendable, Hashable {
    package var entity: String
    package var key: OwnValue
}
