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
}
