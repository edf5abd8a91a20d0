import Foundation

// Debuggers and test libraries walk a value's stored properties. The engine's are bare pointers,
// and some belong to other queues, so a mirror shows only values that any queue may read.

extension NSManagedObject: CustomReflectable {
    /// The object's ID, readable on any queue without firing a fault.
    public var customMirror: Mirror {
        Mirror(self, children: ["objectID": objectID.description], displayStyle: .class)
    }
}

extension NSManagedObjectContext: CustomReflectable {
    /// The context's name, readable on any queue.
    public var customMirror: Mirror {
        Mirror(self, children: ["name": name ?? "unnamed"], displayStyle: .class)
    }
}

extension NSManagedObjectID: CustomReflectable {
    /// The ID's URI, readable on any queue.
    public var customMirror: Mirror {
        Mirror(self, children: ["uri": description], displayStyle: .class)
    }
}

extension NSPersistentStore: CustomReflectable {
    /// The store's path, readable on any queue.
    public var customMirror: Mirror {
        Mirror(self, children: ["url": url?.path ?? ""], displayStyle: .class)
    }
}

extension NSPersistentStoreCoordinator: CustomReflectable {
    /// The coordinator's name, readable on any queue.
    public var customMirror: Mirror {
        Mirror(self, children: ["name": name ?? "unnamed"], displayStyle: .class)
    }
}
