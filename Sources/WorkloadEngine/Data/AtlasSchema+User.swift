import CoreData
import Foundation

extension AtlasSchema: UserContent {
    var list: (entity: String, key: String)? { (city, "name") }
    var listNumber: String { "geonameID" }

    /// By a range, so that it is a query and no look-up of an object that is known.
    func isNumber(_ number: Int) -> NSPredicate {
        NSPredicate(
            format: "geonameID >= %@ AND geonameID < %@",
            argumentArray: [NSNumber(value: number), NSNumber(value: number + 1)])
    }

    func show(_ city: NSManagedObject) -> Int {
        let name = city.value(forKey: "name") as? String
        let population = city.value(forKey: "population") as? NSNumber
        let country = city.value(forKey: "country") as? NSManagedObject
        let countryName = country?.value(forKey: "name") as? String
        return (name?.utf8.count ?? 0) + (countryName?.utf8.count ?? 0)
            + (population == nil ? 0 : 1)
    }

    var note: (entity: String, key: String) { (noteEntity, "number") }
    func noteKey(_ number: Int) -> Any { NSNumber(value: number) }

    func number(ofNote note: NSManagedObject) -> Int? {
        (note.value(forKey: "number") as? NSNumber)?.intValue
    }

    func showNote(_ note: NSManagedObject) -> Int {
        (note.value(forKey: "title") as? String)?.utf8.count ?? 0
    }

    func write(
        _ value: NoteValue, into context: NSManagedObjectContext
    ) throws -> OperationPerformer.Effect {
        let note = NSEntityDescription.insertNewObject(forEntityName: noteEntity, into: context)
        note.setValue(value.number, forKey: "number")
        note.setValue(value.title, forKey: "title")
        edit(note, to: value)
        return OperationPerformer.Effect(edits: 1)
    }

    func edit(_ note: NSManagedObject, to value: NoteValue) {
        note.setValue(value.text, forKey: "text")
        note.setValue(value.revision, forKey: "revision")
        note.setValue(Date(timeIntervalSinceReferenceDate: value.changedAt), forKey: "changedAt")
    }
}
