import CoreData
import Foundation
import Glibc
import Testing

/// The effect of destroying, replacing and migrating stores on files that are not a store's.
@Suite(.inVirtualTime) struct `Destroying stores` {
    private static let types: [NSPersistentStore.StoreType] = [.sqlite, .binary, .xml]

    private var coordinator: NSPersistentStoreCoordinator {
        NSPersistentStoreCoordinator(managedObjectModel: LibraryModel.make())
    }

    /// Makes something else than a regular file: each in a folder of its own, with its kind.
    private func withNodes(_ body: (URL, mode_t) throws -> Void) throws {
        try ModelSamples.withDirectory { folder in
            let makers: [(String, mode_t, (String) -> Int32)] = [
                ("fifo", S_IFIFO, { mkfifo($0, 0o600) }),
                ("folder", S_IFDIR, { mkdir($0, 0o700) }),
                // As /dev/null; only root makes devices.
                ("device", S_IFCHR, { mknod($0, S_IFCHR | 0o666, 0x103) }),
                ("socket", S_IFSOCK, { mknod($0, S_IFSOCK | 0o600, 0) }),
            ]
            for (name, kind, make) in makers {
                let url = folder.appendingPathComponent(name)
                guard make(url.path) == 0 else {
                    #expect(name == "device" && getuid() != 0, "\(name): \(errno)")
                    continue
                }
                try body(url, kind)
            }
        }
    }

    private func kind(_ url: URL) -> mode_t? {
        var status = stat()
        return lstat(url.path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    @Test func `Only regular files are destroyed, replaced or opened`() throws {
        let force = [NSPersistentStoreForceDestroyOption: true]
        for type in Self.types {
            let source = try TypedStore(type)
            try source.close()
            let open = try TypedStore(type)
            let store = open.coordinator.persistentStores[0]
            try withNodes { url, kind in
                let attempts: [() throws -> Void] = [
                    { try coordinator.destroyPersistentStore(at: url, type: type) },
                    { try coordinator.destroyPersistentStore(at: url, type: type, options: force) },
                    {
                        try coordinator.replacePersistentStore(
                            at: url, withPersistentStoreFrom: source.url, type: type)
                    },
                    {
                        try coordinator.replacePersistentStore(
                            at: source.url, withPersistentStoreFrom: url, type: type)
                    },
                    { try coordinator.addPersistentStore(type: type, at: url) },
                    {
                        _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(
                            type: type, at: url)
                    },
                    { try open.coordinator.migratePersistentStore(store, to: url, type: type) },
                ]
                for (index, attempt) in attempts.enumerated() {
                    let error = #expect(throws: NSError.self) { try attempt() }
                    #expect(
                        error?.code == NSPersistentStoreOpenError,
                        "\(type.rawValue) \(index): \(String(describing: error))")
                    #expect(self.kind(url) == kind)
                }
                let beside = try FileManager.default.contentsOfDirectory(
                    atPath: url.deletingLastPathComponent().path)
                #expect(beside.allSatisfy { !$0.contains(".saving") && !$0.contains("-journal") })
            }
            #expect(FileManager.default.fileExists(atPath: source.url.path))
        }
    }

    @Test func `Destroying a store in memory does nothing to what lies at its URL`() throws {
        try withNodes { url, kind in
            try coordinator.destroyPersistentStore(at: url, type: .inMemory)
            #expect(self.kind(url) == kind)
        }
        let store = try TypedStore(.binary)
        try store.close()
        try coordinator.destroyPersistentStore(at: store.url, type: .inMemory)
        #expect(FileManager.default.fileExists(atPath: store.url.path))
    }

    @Test func `By force, nothing goes where one of a database's files is something else`() throws {
        let store = try TypedStore(.sqlite)
        try store.close()
        try Data(repeating: 65, count: 5_000).write(to: store.url)
        let log = URL(fileURLWithPath: store.url.path + "-wal")
        try #require(mkfifo(log.path, 0o600) == 0)
        #expect(throws: NSError.self) {
            try coordinator.destroyPersistentStore(
                at: store.url, type: .sqlite, options: [NSPersistentStoreForceDestroyOption: true])
        }
        #expect(kind(store.url) == S_IFREG && kind(log) == S_IFIFO)
    }

    @Test func `A store that the coordinator has open is destroyed, and added again empty`() throws
    {
        for type in Self.types {
            let store = try TypedStore(type)
            let context = store.context()
            try context.performAndWait {
                context.make("Book", ["title": "A"])
                try context.save()
            }
            let former = store.coordinator.persistentStores[0]
            try store.coordinator.destroyPersistentStore(at: store.url, type: type)
            #expect(store.coordinator.persistentStores.isEmpty)
            let next = try store.coordinator.addPersistentStore(
                ofType: type.rawValue, configurationName: nil, at: store.url)
            #expect(next.identifier != former.identifier)
            let again = store.context()
            try again.performAndWait {
                #expect(try again.all("Book").isEmpty)
                again.make("Book", ["title": "B"])
                try again.save()
                #expect(try again.all("Book").map { $0.text("title") } == ["B"])
            }
        }
    }

    @Test func `A store is what a link leads to, and the link stays`() throws {
        for type in Self.types {
            let store = try TypedStore(type)
            try store.close()
            let link = store.folder.appendingPathComponent("link")
            try FileManager.default.createSymbolicLink(
                atPath: link.path, withDestinationPath: store.url.lastPathComponent)
            let next = coordinator
            try next.addPersistentStore(type: type, at: link)
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = next
            try context.performAndWait {
                context.make("Book")
                try context.save()
            }
            #expect(kind(link) == S_IFLNK && kind(store.url) == S_IFREG)
            try next.destroyPersistentStore(at: link, type: type)
            #expect(kind(link) == S_IFLNK)
            // A database is emptied and stays.
            #expect(kind(store.url) == (type == .sqlite ? S_IFREG : nil))
            try next.addPersistentStore(type: type, at: link)
            #expect(kind(link) == S_IFLNK && kind(store.url) == S_IFREG)
            for store in next.persistentStores { try next.remove(store) }
        }
    }
}
