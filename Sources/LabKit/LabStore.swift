import CoreData
import Foundation
import Topologies

/// The store that the lab asks a stack to open, with its model and options.
///
/// The options make the store's calls visible to the lab: a stack that opens its store without them
/// is refused.
public struct LabStore {
    /// The workload's model: the stack's own, which it may change until a coordinator takes it.
    public let model: NSManagedObjectModel
    /// The place of the store's file, which does not exist yet.
    public let url: URL
    /// `NSSQLiteStoreType`, unless the workload says otherwise.
    public let type: String
    /// As for `addPersistentStore(ofType:configurationName:at:options:)`.
    public let options: [AnyHashable: Any]
    /// Timers that end with the run, and that also run in virtual time.
    public let timers: LabTimers

    package init(_ store: StackStore, _ timers: LabTimers) {
        model = store.model.copy() as! NSManagedObjectModel
        url = store.url
        type = store.type
        options = store.options
        self.timers = timers
    }

    /// Opens the store on a coordinator of the stack's, a container's among them.
    ///
    /// - Parameter more: options of the app's own, which stand over the lab's; of the pragmas, the
    ///   lab's stand over the app's, for the workload names the journal and the syncs.
    /// - Throws: the coordinator's error.
    @discardableResult
    public func open(
        on coordinator: NSPersistentStoreCoordinator, adding more: [AnyHashable: Any] = [:]
    ) throws -> NSPersistentStore {
        var all = options.merging(more) { $1 }
        let pragmas = LabPragmas.of(more).merging(LabPragmas.of(options)) { $1 }
        if !pragmas.isEmpty { all[NSSQLitePragmasOption] = NSDictionary(dictionary: pragmas) }
        return try coordinator.addPersistentStore(
            ofType: type, configurationName: nil, at: url, options: all)
    }

    /// The same as a description, for a container that loads its stores by descriptions.
    public var description: NSPersistentStoreDescription {
        let description = NSPersistentStoreDescription(url: url)
        description.type = type
        for (key, value) in options {
            guard let key = key as? String, let value = value as? NSObject else { continue }
            description.setOption(value, forKey: key)
        }
        return description
    }
}
