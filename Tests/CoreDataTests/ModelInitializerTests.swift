import CoreData
import Foundation
import Testing

// Initializers as users of the module add them: in another module, and convenient.

extension NSManagedObjectModel {
    fileprivate convenience init(of entities: [NSEntityDescription]) {
        self.init()
        self.entities = entities
    }
}

extension NSEntityDescription {
    fileprivate convenience init(
        _ name: String, properties: [NSPropertyDescription] = [],
        subentities: [NSEntityDescription] = [], indexes: [NSFetchIndexDescription] = []
    ) {
        self.init()
        self.name = name
        self.properties = properties
        self.subentities = subentities
        self.indexes = indexes
    }
}

extension NSAttributeDescription {
    fileprivate convenience init(_ name: String, _ type: NSAttributeType) {
        self.init()
        self.name = name
        attributeType = type
    }
}

extension NSFetchIndexDescription {
    fileprivate convenience init(_ name: String, of elements: [NSFetchIndexElementDescription]) {
        self.init(name: name, elements: [])
        self.elements = elements
    }
}

extension NSPersistentStoreCoordinator {
    fileprivate convenience init(named name: String, _ model: NSManagedObjectModel) {
        self.init(managedObjectModel: model)
        self.name = name
    }
}

extension NSManagedObjectContext {
    fileprivate convenience init(named name: String) {
        self.init(concurrencyType: .privateQueueConcurrencyType)
        self.name = name
    }
}

struct ModelInitializerTests {
    @Test func `Entities that another module's initializer sets belong to the model`() throws {
        let leaf = NSEntityDescription("Leaf")
        let tree = NSEntityDescription("Tree", subentities: [leaf])
        let model = NSManagedObjectModel(of: [tree, leaf])
        #expect(tree.managedObjectModel === model)
        #expect(leaf.superentity === tree)
        #expect(model.problems().map(\.message) == [])
    }

    @Test func `Properties and indexes that another module's initializer sets have their entity`() {
        let attribute = NSAttributeDescription("name", .stringAttributeType)
        let element = NSFetchIndexElementDescription(property: attribute, collationType: .binary)
        let index = NSFetchIndexDescription("byName", of: [element])
        let entity = NSEntityDescription("Item", properties: [attribute], indexes: [index])
        #expect(attribute.attributeValueClassName == "NSString")
        #expect(element.indexDescription === index)
        #expect(index.entity === entity)
        #expect(attribute.entity === entity)
    }

    @Test func `A name that another module's initializer sets is kept`() {
        let model = NSManagedObjectModel(of: [NSEntityDescription("Item")])
        #expect(NSPersistentStoreCoordinator(named: "store", model).name == "store")
        #expect(NSManagedObjectContext(named: "import").name == "import")
    }
}
