import CoreData
import Foundation

/// A store of photos, whose images may lie in files.
enum Photos {
    /// - Parameter isExternal: whether the image may; another version of the model otherwise.
    static func model(isExternal: Bool = true, hasImage: Bool = true) -> NSManagedObjectModel {
        let image = Make.attribute("image", .binaryDataAttributeType)
        image.allowsExternalBinaryDataStorage = isExternal
        let title = Make.attribute("title", .stringAttributeType)
        return Make.model(Make.entity("Photo", nil, hasImage ? [title, image] : [title]))
    }

    static func store(_ options: [AnyHashable: Any] = [:]) throws -> TestStore {
        try TestStore(model: model(), options: options)
    }

    /// An image of a size that needs a file, or of any other.
    static func image(_ seed: UInt8, _ count: Int = 200_000) -> Data {
        Data(repeating: seed, count: count)
    }

    /// The names of a store's files of large values.
    static func files(_ store: TestStore) -> Set<String> { files(besides: store.url) }

    static func files(besides url: URL) -> Set<String> {
        let all = try? FileManager.default.contentsOfDirectory(atPath: folder(besides: url).path)
        return Set(all ?? [])
    }

    static func folder(besides url: URL) -> URL {
        let name = url.deletingPathExtension().lastPathComponent
        return url.deletingLastPathComponent()
            .appendingPathComponent(".\(name)_SUPPORT/_EXTERNAL_DATA")
    }

    /// The names in the rows, past the engine.
    static func namedFiles(_ store: TestStore) throws -> Set<String> {
        let rows = try store.sql(
            """
            SELECT CAST(substr(ZIMAGE, 2, 36) AS TEXT) FROM ZPHOTO \
            WHERE hex(substr(ZIMAGE, 1, 1)) = '02'
            """)
        return Set(rows.compactMap { $0[0] })
    }

    /// A coordinator on the store's file, with a version of the model.
    static func coordinator(
        _ model: NSManagedObjectModel, _ url: URL, _ options: [AnyHashable: Any] = [:]
    ) throws -> NSPersistentStoreCoordinator {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
        return coordinator
    }

    /// The images of a coordinator's photos by title.
    static func images(_ coordinator: NSPersistentStoreCoordinator) throws -> [String: Data] {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return try context.performAndWait {
            var images: [String: Data] = [:]
            for photo in try context.all("Photo") {
                images[photo.text("title") ?? ""] = photo.value(forKey: "image") as? Data
            }
            return images
        }
    }
}
