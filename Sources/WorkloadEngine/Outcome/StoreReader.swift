import CoreData
import Foundation

/// Reads a store back through a coordinator and a context of its own, into the form of the
/// expected data.
package struct StoreReader {
    private let schema: AtlasSchema
    private let own: OwnObjects?
    private let model: NSManagedObjectModel
    private let options: [AnyHashable: Any]
    private let storeType: String

    /// Makes a reader.
    ///
    /// - Parameter options: the stack's own options, so that reading keeps the journal mode.
    package init(
        plan: OperationPlan, model: NSManagedObjectModel, options: [AnyHashable: Any] = [:],
        storeType: String = NSSQLiteStoreType
    ) {
        self.storeType = storeType
        schema = plan.schema
        own = plan.own
        self.model = model
        self.options = options
    }

    /// The whole content of the store.
    ///
    /// A to-many relationship is read by its to-one side: both are one column of the store.
    ///
    /// - Throws: the coordinator's error if the store cannot be opened or read.
    /// - Complexity: O(objects); all of them are in memory at once.
    package func read(storeAt url: URL) throws -> StoreContent {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(
            ofType: storeType, configurationName: nil, at: url, options: options)
        let content = try read(through: coordinator)
        try coordinator.remove(store)
        return content
    }

    /// The whole content of a coordinator's stores, read through that coordinator because no other
    /// can open it: a store in memory.
    ///
    /// - Throws: the error of a failed fetch.
    package func read(through coordinator: NSPersistentStoreCoordinator) throws -> StoreContent {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.name = "read-back"
        context.persistentStoreCoordinator = coordinator
        return try context.performAndWait { try read(context) }
    }

    private func read(_ context: NSManagedObjectContext) throws -> StoreContent {
        if let own { return try own.read(context) }
        let entities = model.entitiesByName
        func all(_ entity: String) throws -> [NSManagedObject] {
            guard entities[entity] != nil else { return [] }
            let request = NSFetchRequest<NSManagedObject>(entityName: entity)
            request.returnsObjectsAsFaults = false
            return try context.fetch(request)
        }
        // Countries and cities stay alive while the objects that refer to them are read, so that
        // each partner's key comes from memory.
        let countries = try all(schema.country)
        let cities = try all(schema.city)
        return try withExtendedLifetime((countries, cities)) {
            StoreContent(
                countries: countries.map(row(ofCountry:)), cities: cities.map(row(ofCity:)),
                alternateNames: try all(schema.alternateName).map(row(ofAlternateName:)),
                notes: try all(schema.noteEntity).map(row(ofNote:)))
        }
    }

    private func row(ofCountry object: NSManagedObject) -> StoreContent.Row {
        .country(
            code: object.text("code"), name: object.text("name"),
            continent: object.text("continent"), capital: object.text("capital"),
            population: object.integer("population"), areaKm2: object.real("areaKm2"),
            currency: object.text("currency"), languages: object.text("languages"))
    }

    private func row(ofCity object: NSManagedObject) -> StoreContent.Row {
        .city(
            geonameID: object.integer("geonameID"), name: object.text("name"),
            admin1: object.text("admin1"), latitude: object.real("latitude"),
            longitude: object.real("longitude"), population: object.integer("population"),
            timezone: object.text("timezone"),
            country: (object.value(forKey: "country") as? NSManagedObject)?.text("code"))
    }

    private func row(ofAlternateName object: NSManagedObject) -> StoreContent.Row {
        .alternateName(
            city: (object.value(forKey: "city") as? NSManagedObject)?.integer("geonameID"),
            position: object.integer("position"), name: object.text("name"))
    }

    private func row(ofNote object: NSManagedObject) -> StoreContent.Row {
        .note(
            number: object.integer("number"), title: object.text("title"),
            text: object.text("text"), revision: object.integer("revision"),
            changedAt: (object.value(forKey: "changedAt") as? Date)?.timeIntervalSinceReferenceDate)
    }
}

extension NSManagedObject {
    fileprivate func text(_ key: String) -> String? { value(forKey: key) as? String }

    fileprivate func integer(_ key: String) -> Int64? {
        (value(forKey: key) as? NSNumber)?.int64Value
    }

    fileprivate func real(_ key: String) -> Double? {
        (value(forKey: key) as? NSNumber)?.doubleValue
    }
}
