import Foundation
import Synchronization

/// The notifications of contexts; knows which ones may have observers.
///
/// A set of 10,000 objects costs a fifth of the save that posts it, and mostly has no observer: few
/// apps observe object IDs, an importer often nothing at all. A notification centre does not reveal
/// its observers, but an observer needs the name, and gets it here. If no code has asked for a name
/// since the process began, it has no observer, and nothing is posted under it.
enum ContextNotification: Int {
    case willSave, didSave, didChange, didSaveIDs, didMergeIDs

    var name: Notification.Name {
        switch self {
        case .willSave: Notification.Name("NSManagingContextWillSaveChangesNotification")
        case .didSave: Notification.Name("NSManagingContextDidSaveChangesNotification")
        case .didChange: Notification.Name("NSObjectsChangedInManagingContextNotification")
        case .didSaveIDs:
            Notification.Name("NSManagedObjectContextDidSaveObjectIDsNotification")
        case .didMergeIDs:
            Notification.Name("NSManagedObjectContextDidMergeChangesObjectIDsNotification")
        }
    }

    /// Whether followers receive it, too.
    var isForFollowers: Bool { self == .didChange || self == .didMergeIDs }

    /// One bit for each name that was asked for.
    private static let askedFor = Atomic<Int>(0)

    /// The name, for code that may observe it.
    var nameToObserve: Notification.Name {
        Self.askedFor.bitwiseOr(1 << rawValue, ordering: .relaxed)
        return name
    }

    /// Forgets which names were asked for.
    fileprivate static func forgetNames() {
        askedFor.store(0, ordering: .relaxed)
    }

    /// Whether an observer may exist.
    ///
    /// Read on the posting queue: an observer that another queue adds at the same moment may or may
    /// not receive the notification, as with any notification.
    var mayBeObserved: Bool {
        Self.askedFor.load(ordering: .relaxed) & 1 << rawValue != 0
    }
}

// Computed properties, not constants as Apple's: see `ContextNotification`.
extension NSNotification.Name {
    /// A context is about to save.
    public static var NSManagedObjectContextWillSave: NSNotification.Name {
        ContextNotification.willSave.nameToObserve
    }

    /// A context has saved; the changes are in `NSInsertedObjectsKey` and its kin.
    public static var NSManagedObjectContextDidSave: NSNotification.Name {
        ContextNotification.didSave.nameToObserve
    }

    /// Objects of a context have changed, and the event has ended.
    public static var NSManagedObjectContextObjectsDidChange: NSNotification.Name {
        ContextNotification.didChange.nameToObserve
    }

    /// The same as `DidSave`, but with object IDs.
    public static var NSManagedObjectContextDidSaveObjectIDs: NSNotification.Name {
        ContextNotification.didSaveIDs.nameToObserve
    }

    /// A context has merged another's changes.
    public static var NSManagedObjectContextDidMergeChangesObjectIDs: NSNotification.Name {
        ContextNotification.didMergeIDs.nameToObserve
    }
}

extension NSManagedObjectContext {
    /// Makes contexts post only what is asked for from now on, as in a process that has just begun.
    ///
    /// For a process in which one run follows another: what the second posts, and what that costs,
    /// must not depend on the first.
    ///
    /// - Precondition: nothing observes a context any more.
    package static func forgetObservedNotifications() {
        ContextNotification.forgetNames()
    }

    /// Posted before a context with changes saves.
    public static var willSaveObjectsNotification: Notification.Name {
        .NSManagedObjectContextWillSave
    }

    /// Posted after a save, with the objects that it saved.
    public static var didSaveObjectsNotification: Notification.Name {
        .NSManagedObjectContextDidSave
    }

    /// Posted when an event ends that has changed objects.
    public static var didChangeObjectsNotification: Notification.Name {
        .NSManagedObjectContextObjectsDidChange
    }

    /// Posted after a save, with the IDs of the saved objects.
    public static var didSaveObjectIDsNotification: Notification.Name {
        .NSManagedObjectContextDidSaveObjectIDs
    }

    /// Posted after a merge, with the IDs of the merged objects.
    public static var didMergeChangesObjectIDsNotification: Notification.Name {
        .NSManagedObjectContextDidMergeChangesObjectIDs
    }
}
