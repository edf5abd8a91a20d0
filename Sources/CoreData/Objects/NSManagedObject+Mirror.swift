import Foundation

// Debuggers and test libraries walk a value's stored properties; the engine's are bare pointers,
// and some belong to other queues. What can be shown safely is shown, the rest is not walked.

extension NSManagedObject: CustomReflectable {
    /// What can be shown on any queue, without firing a fault.
    public var customMirror: Mirror {
        Mirror(self, children: ["objectID": objectID.description], displayStyle: .class)
    }
}

extension NSManagedObjectContext: CustomReflectable {
    /// What can be shown on any queue, without firing a fault.
    public var customMirror: Mirror {
        Mirror(self, children: ["name": name ?? "unnamed"], displayStyle: .class)
    }
}

extension NSManagedObjectID: CustomReflectable {
    /// What can be shown on any queue, without firing a fault.
    public var customMirror: Mirror {
        Mirror(self, children: ["uri": description], displayStyle: .class)
    }
}

extension NSPersistentStore: CustomReflectable {
    /// What can be shown on any queue, without firing a fault.
    public var customMirror: Mirror {
        Mirror(self, children: ["url": url?.path ?? ""], displayStyle: .class)
    }
}

extension NSPersistentStoreCoordinator: CustomReflectable {
    /// What can be shown on any queue, without firing a fault.
    public var customMirror: Mirror {
        Mirror(self, children: ["name": name ?? "unnamed"], displayStyle: .class)
    }
}
