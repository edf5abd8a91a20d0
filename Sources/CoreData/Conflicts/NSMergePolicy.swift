import Foundation

/// Decides how a save settles objects that other contexts changed since this one read them.
open class NSMergePolicy: NSObject, @unchecked Sendable {
    /// How the policy settles conflicts.
    public final let mergeType: NSMergePolicyType

    /// Makes a policy of a type.
    public init(merge ty: NSMergePolicyType) {
        mergeType = ty
    }

    /// The save fails with the list of conflicts.
    public static let error = NSMergePolicy(merge: .errorMergePolicyType)
    /// Property by property, the store's value wins if both changed it.
    public static let mergeByPropertyStoreTrump = NSMergePolicy(
        merge: .mergeByPropertyStoreTrumpMergePolicyType)
    /// Property by property, the context's value wins if both changed it.
    public static let mergeByPropertyObjectTrump = NSMergePolicy(
        merge: .mergeByPropertyObjectTrumpMergePolicyType)
    /// The context's whole object replaces the store's.
    public static let overwrite = NSMergePolicy(merge: .overwriteMergePolicyType)
    /// The store's whole object replaces the context's.
    public static let rollback = NSMergePolicy(merge: .rollbackMergePolicyType)

    /// Settles conflicts of every kind, concurrent changes first, then unique values.
    ///
    /// - Throws: `NSManagedObjectMergeError` or `NSManagedObjectConstraintMergeError` if the policy
    ///   does not settle them.
    open func resolve(mergeConflicts list: [Any]) throws {
        let versions = list.compactMap { $0 as? NSMergeConflict }
        if !versions.isEmpty { try resolve(optimisticLockingConflicts: versions) }
        let constraints = list.compactMap { $0 as? NSConstraintConflict }
        if !constraints.isEmpty { try resolve(constraintConflicts: constraints) }
    }

    /// Settles values that would occur twice; the save then tries again.
    ///
    /// - Precondition: on the queue of the objects' context.
    /// - Throws: `NSManagedObjectConstraintMergeError` for the error policy.
    open func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
        guard mergeType != .errorMergePolicyType else {
            throw CoreDataError.constraintConflicts(list)
        }
        ConstraintSettlement.run(list, mergeType)
    }

    /// Settles objects that another context changed; the save then tries again.
    ///
    /// - Precondition: on the queue of the objects' context.
    /// - Throws: `NSManagedObjectMergeError` for the error policy.
    open func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
        guard mergeType != .errorMergePolicyType else { throw CoreDataError.mergeConflicts(list) }
        for conflict in list {
            settle(conflict)
            let object = conflict.sourceObject
            if object.layout.isSubclassed, !object.isDead {
                object.awake(fromSnapshotEvents: .mergePolicy)
            }
        }
    }

    private func settle(_ conflict: NSMergeConflict) {
        let object = conflict.sourceObject
        guard let context = object.managedObjectContext else { return }
        // No context changed this row: a settled constraint conflict put it into the list.
        if conflict.newVersionNumber == conflict.oldVersionNumber { return }
        guard let newest = conflict.newest else {
            context.settleDeletedByOthers(object, keepsOwn: keepsOwn)
            return
        }
        if object.state.contains(.deleted) {
            guard keepsOwn else { return context.takeNewest(object, newest) }
            return context.rebase(object, onto: newest)
        }
        switch mergeType {
        case .rollbackMergePolicyType:
            context.takeNewest(object, newest)
        case .overwriteMergePolicyType:
            context.overwrite(object, over: newest)
        case .mergeByPropertyStoreTrumpMergePolicyType:
            context.yieldChangedByOthers(object, to: newest)
            context.rebase(object, onto: newest)
        default:
            context.rebase(object, onto: newest)
        }
    }

    private var keepsOwn: Bool {
        mergeType == .mergeByPropertyObjectTrumpMergePolicyType
            || mergeType == .overwriteMergePolicyType
    }
}

/// The policies under their older, global names.
public var NSErrorMergePolicy: AnyObject { NSMergePolicy.error }
/// `NSMergePolicy.mergeByPropertyStoreTrump` under its former name.
public var NSMergeByPropertyStoreTrumpMergePolicy: AnyObject {
    NSMergePolicy.mergeByPropertyStoreTrump
}
/// `NSMergePolicy.mergeByPropertyObjectTrump` under its former name.
public var NSMergeByPropertyObjectTrumpMergePolicy: AnyObject {
    NSMergePolicy.mergeByPropertyObjectTrump
}
/// `NSMergePolicy.overwrite` under its former name.
public var NSOverwriteMergePolicy: AnyObject { NSMergePolicy.overwrite }
/// `NSMergePolicy.rollback` under its former name.
public var NSRollbackMergePolicy: AnyObject { NSMergePolicy.rollback }
