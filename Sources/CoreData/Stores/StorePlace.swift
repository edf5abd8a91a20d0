import Foundation

/// The coordinator, file and options with which a store is opened.
struct StorePlace {
    let coordinator: NSPersistentStoreCoordinator
    let configuration: String?
    let url: URL?
    let options: [AnyHashable: Any]
    /// The store's number in keys.
    let number: Int

    /// The file's URL.
    ///
    /// - Throws: 134080 if there is none.
    func requiredURL() throws -> URL {
        guard let url else {
            throw CoreDataError.cannotOpen("", "the store needs the URL of a file")
        }
        return url
    }

    /// The part of the model that the store holds.
    var entities: HeldEntities {
        HeldEntities(coordinator.model, configuration: configuration)
    }
}
