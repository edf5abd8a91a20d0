import CoreData
import Execution
import Foundation
import LabKit
import Testing
import Topologies

@Suite struct LabStoreTests {
    /// The runs of one process share the workload's model, and it is in use before the first stack.
    @Test func `A stack may change its model, and changes no other's`() throws {
        let entity = NSEntityDescription()
        entity.name = "City"
        let model = NSManagedObjectModel()
        model.entities = [entity]
        let store = StackStore(model: model, url: URL(filePath: "/nowhere"))
        _ = NSPersistentStoreCoordinator(managedObjectModel: model)
        let timers = LabTimers(DispatchExecution(observer: nil))
        let (first, second) = (LabStore(store, timers), LabStore(store, timers))
        first.model.entities[0].managedObjectClassName = "App.City"
        #expect(first.model.entities[0].managedObjectClassName == "App.City")
        #expect(second.model.entities[0].managedObjectClassName != "App.City")
        #expect(entity.managedObjectClassName != "App.City")
    }

    @Test func `Pragmas of the app's own stand beside the lab's journal and syncs`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "lab-kit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let labs = ["journal_mode": "DELETE", "synchronous": "FULL"] as NSDictionary
        let store = LabStore(
            StackStore(
                model: NSManagedObjectModel(), url: folder.appending(path: "a.sqlite"),
                options: [NSSQLitePragmasOption: labs]),
            LabTimers(DispatchExecution(observer: nil)))
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: store.model)
        let opened = try store.open(
            on: coordinator,
            adding: [NSSQLitePragmasOption: ["cache_size": "-8000", "synchronous": "OFF"]])
        let pragmas = opened.options?[NSSQLitePragmasOption] as? [String: String]
        #expect(
            pragmas == ["journal_mode": "DELETE", "synchronous": "FULL", "cache_size": "-8000"])
        try coordinator.remove(opened)
    }
}
