import CoreData
import Foundation

/// The objects that the user's operations read and write.
///
/// Its calls come on the queue of the context that they get.
protocol UserContent: Sendable {
    /// What the list shows, and the attribute by which it is sorted and searched.
    var list: (entity: String, key: String) { get }
    /// The attribute that tells one of the list's objects from another.
    var listNumber: String { get }
    /// What holds for the object of a number alone.
    func isNumber(_ number: Int) -> NSPredicate
    /// Reads what a list's row shows of an object: how much there was.
    func show(_ object: NSManagedObject) -> Int

    /// What the user writes, and the attribute by which it is found.
    var note: (entity: String, key: String) { get }
    /// The value of the key.
    func noteKey(_ number: Int) -> Any
    func number(ofNote note: NSManagedObject) -> Int?
    /// Reads what a list of notes shows of one: how much there was.
    func showNote(_ note: NSManagedObject) -> Int
    /// Makes a note.
    ///
    /// - Throws: what a fetch throws.
    func write(
        _ value: NoteValue, into context: NSManagedObjectContext
    ) throws -> OperationPerformer.Effect
    func edit(_ note: NSManagedObject, to value: NoteValue)
}

extension AtlasSchema: UserContent {
    var list: (entity: String, key: String) { (city, "name") }
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

extension OwnObjects: UserContent {
    var list: (entity: String, key: String) { (imported?.name ?? "", shown ?? "") }

    var listNumber: String { imported?.key?.name ?? "" }

    func isNumber(_ number: Int) -> NSPredicate {
        NSPredicate(
            format: "%K == %@",
            argumentArray: [listNumber, line(number)?.key?.object ?? NSNull()])
    }

    func show(_ object: NSManagedObject) -> Int { imported.map { show(object, $0) } ?? 0 }

    /// Reads all attributes, and the key of each partner.
    private func show(_ object: NSManagedObject, _ entity: OwnEntity) -> Int {
        var count = 0
        for attribute in entity.attributes where object.value(forKey: attribute.name) != nil {
            count += 1
        }
        for partner in entity.partners {
            guard let other = object.value(forKey: partner.name) as? NSManagedObject,
                let key = content.entity(partner.entity)?.key
            else { continue }
            count += other.value(forKey: key.name) == nil ? 0 : 1
        }
        return count
    }

    // A workload whose user writes nothing asks for none of these.
    var note: (entity: String, key: String) { (edited?.name ?? "", edited?.key?.name ?? "") }

    func noteKey(_ number: Int) -> Any {
        let draft = draft(of: NoteValue(number: number, revision: 0, text: "", changedAt: 0))
        return draft?.key?.object ?? NSNull()
    }

    func number(ofNote note: NSManagedObject) -> Int? {
        guard let key = edited?.key else { return nil }
        let value = OwnValue(object: note.value(forKey: key.name), key.kind)
        return value?.number.map { $0 - Self.editedNumbers }
    }

    func showNote(_ note: NSManagedObject) -> Int { edited.map { show(note, $0) } ?? 0 }

    func edit(_ note: NSManagedObject, to value: NoteValue) {
        if let draft = draft(of: value) { set(draft, on: note) }
    }
}
