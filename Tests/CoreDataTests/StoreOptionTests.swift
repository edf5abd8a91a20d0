import CoreData
import Foundation
import Testing

@Suite(.inVirtualTime) struct `Options of stores` {
    @Test func `A store that is set read-only refuses saves until it is set back`() throws {
        let store = try TestStore()
        let context = store.context()
        let open = try #require(store.coordinator.persistentStores.first)
        #expect(!open.isReadOnly)
        open.isReadOnly = true
        try context.performAndWait {
            context.make("Tag", ["name": "a"])
            #expect(throws: CocoaError.self) { try context.save() }
            open.isReadOnly = false
            try context.save()
        }
        #expect(try store.sql("SELECT ZNAME FROM ZTAG") == [["a"]])
    }

    @Test func `A store is analysed and rebuilt when it is added`() throws {
        let store = try TestStore()
        let context = store.context()
        try context.performAndWait {
            for number in 0..<100 { context.make("Tag", ["name": "\(number)"]) }
            try context.save()
        }
        try store.close()
        try store.coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: store.url,
            options: [NSSQLiteAnalyzeOption: true, NSSQLiteManualVacuumOption: NSNumber(value: 1)])
        #expect(try store.sql("SELECT count(*) FROM sqlite_stat1") != [["0"]])
    }

    @Test func `Options that change nothing here are taken`() throws {
        let store = try TestStore(options: [
            NSPersistentStoreFileProtectionKey: "NSFileProtectionComplete",
            NSIgnorePersistentStoreVersioningOption: false,
            NSPersistentStoreDeferredLightweightMigrationOptionKey: true,
            NSBinaryStoreInsecureDecodingCompatibilityOption: true,
            NSBinaryStoreSecureDecodingClasses: NSSet(),
        ])
        #expect(store.coordinator.persistentStores.count == 1)
    }
}
