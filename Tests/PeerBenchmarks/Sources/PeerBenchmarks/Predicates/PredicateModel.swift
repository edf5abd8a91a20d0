import CoreData
import Foundation

/// People of several kinds of values, with a team each.
enum PredicateModel {
    static func make() -> NSManagedObjectModel {
        let person = NSEntityDescription()
        person.name = "Person"
        let team = NSEntityDescription()
        team.name = "Team"
        let number = attribute("number", .integer64AttributeType)
        let membership = relationship("team", to: team, count: 1)
        let members = relationship("members", to: person, count: 0)
        membership.inverseRelationship = members
        members.inverseRelationship = membership
        person.properties = [
            number, attribute("score", .doubleAttributeType), attribute("born", .dateAttributeType),
            attribute("name", .stringAttributeType), membership,
        ]
        let element = NSFetchIndexElementDescription(property: number, collationType: .binary)
        person.indexes = [NSFetchIndexDescription(name: "byNumber", elements: [element])]
        team.properties = [attribute("size", .integer64AttributeType), members]
        let model = NSManagedObjectModel()
        model.entities = [person, team]
        return model
    }

    private static func attribute(
        _ name: String, _ type: NSAttributeType
    ) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        attribute.isOptional = true
        return attribute
    }

    private static func relationship(
        _ name: String, to entity: NSEntityDescription, count: Int
    ) -> NSRelationshipDescription {
        let relationship = NSRelationshipDescription()
        relationship.name = name
        relationship.destinationEntity = entity
        relationship.maxCount = count
        return relationship
    }
}
