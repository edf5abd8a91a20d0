import CoreData
import Foundation

/// The store that a stack is to open, with its model.
package struct StackStore {
    package var model: NSManagedObjectModel
    package var url: URL
    /// SQLite, binary, XML or in-memory; only SQLite takes two coordinators.
    package var type: String
    /// As for `addPersistentStore`.
    package var options: [AnyHashable: Any]

    package init(
        model: NSManagedObjectModel, url: URL, type: String = NSSQLiteStoreType,
        options: [AnyHashable: Any] = [:]
    ) {
        self.model = model
        self.url = url
        self.type = type
        self.options = options
    }
}

extension Topology {
    /// Builds a stack of the topology on a store, under the current execution, and opens the store.
    ///
    /// - Parameter observer: sees every save of the stack; the stack keeps it alive.
    /// - Throws: `TopologyError` if the topology makes no stack; the error with which the store was
    ///   not opened.
    package func makeStack(
        on store: StackStore, observer: (any StackObserver)?
    ) throws -> any Stack {
        switch maker {
        case .fields:
            try TopologyStack(
                self, model: store.model, storeURL: store.url, storeType: store.type,
                storeOptions: store.options, observer: observer)
        case .code:
            try CodedStack.named(name).make(self, store, observer)
        }
    }
}
