import Foundation

/// Objects that share values which must be unique: several of one save, or one and a stored one.
public final class NSConstraintConflict: NSObject {
    /// The names of the constraint's attributes.
    public let constraint: [String]
    /// The values that occur more than once, by attribute.
    public let constraintValues: [String: Any]
    /// The object whose row has the values; `nil` if the conflict is within the context.
    public let databaseObject: NSManagedObject?
    /// The values of that row.
    public let databaseSnapshot: [String: Any]?
    /// The context's objects that are about to be saved with the values.
    public let conflictingObjects: [NSManagedObject]
    /// Their values, in the same order.
    public let conflictingSnapshots: [[AnyHashable: Any]]

    /// Makes a conflict of some objects that have the same values.
    public init(
        constraint contraint: [String], database databaseObject: NSManagedObject?,
        databaseSnapshot: [AnyHashable: Any]?, conflicting conflictingObjects: [NSManagedObject],
        conflictingSnapshots: [Any]
    ) {
        constraint = contraint
        self.databaseObject = databaseObject
        self.databaseSnapshot = databaseSnapshot as? [String: Any]
        self.conflictingObjects = conflictingObjects
        let snapshots = conflictingSnapshots.compactMap { $0 as? [AnyHashable: Any] }
        self.conflictingSnapshots = snapshots
        let values = snapshots.first ?? databaseSnapshot ?? [:]
        constraintValues = Dictionary(
            contraint.compactMap { name in values[name].map { (name, $0) } },
            uniquingKeysWith: { first, _ in first })
    }
}
