import CoreData
import Foundation

/// The model of the stores that are damaged: notes, and cities with their countries.
enum DamageModel {
    /// Makes it.
    static func make() -> NSManagedObjectModel {
        let note = entity(
            "Note", [attribute("number", .integer64AttributeType), attribute("text")])
        let city = entity("City", [attribute("number", .integer64AttributeType)])
        let country = entity("Country", [attribute("code")])
        let ofCity = NSRelationshipDescription()
        ofCity.name = "country"
        ofCity.destinationEntity = country
        ofCity.maxCount = 1
        let ofCountry = NSRelationshipDescription()
        ofCountry.name = "cities"
        ofCountry.destinationEntity = city
        ofCity.inverseRelationship = ofCountry
        ofCountry.inverseRelationship = ofCity
        city.properties.append(ofCity)
        country.properties.append(ofCountry)
        let model = NSManagedObjectModel()
        model.entities = [note, city, country]
        return model
    }

    private static func entity(
        _ name: String, _ properties: [NSPropertyDescription]
    ) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        entity.properties = properties
        return entity
    }

    /// Every attribute is needed.
    private static func attribute(
        _ name: String, _ type: NSAttributeType = .stringAttributeType
    ) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        attribute.isOptional = false
        return attribute
    }
}
