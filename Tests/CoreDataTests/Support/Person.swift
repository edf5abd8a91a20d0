import CoreData

/// A person as an import fills it.
class Person: NSManagedObject {
    private enum Properties {
        static let name = ManagedProperty<String?>("name")
        static let address = ManagedProperty<String?>("address")
        static let age = ManagedProperty<Int16>("age")
    }

    class func fetchRequest() -> NSFetchRequest<Person> { NSFetchRequest(entityName: "Person") }

    var name: String? {
        get { self[Properties.name] }
        set { self[Properties.name] = newValue }
    }

    var address: String? {
        get { self[Properties.address] }
        set { self[Properties.address] = newValue }
    }

    var age: Int16 {
        get { self[Properties.age] }
        set { self[Properties.age] = newValue }
    }

    func populate(from json: [String: Any]) {
        name = json["name"] as? String
        address = json["address"] as? String
        age = Int16(json["age"] as? Int ?? 0)
    }

    static func model() -> NSManagedObjectModel {
        Make.model(
            Make.entity(
                "Person", Person.self,
                [
                    Make.attribute("name", .stringAttributeType),
                    Make.attribute("address", .stringAttributeType),
                    Make.attribute("age", .integer16AttributeType),
                ]))
    }
}
