import CoreData
import Foundation

/// The edits of one commit of the stores that are damaged.
struct DamageStep: Sendable {
    /// From 1.
    var index: Int
    /// Notes that the step writes.
    var inserted: [Int] = []
    /// Notes that the step changes.
    var changed: [Int] = []
    /// Notes that the step deletes.
    var deleted: [Int] = []
    /// Cities that it imports, and the country that it finds or creates for them.
    var cities: [Int] = []
    var country = ""

    /// - Precondition: on the context's queue.
    /// - Throws: the store's error.
    func perform(in context: NSManagedObjectContext) throws {
        let notes = try fetchNotes(changed + deleted, in: context)
        let found = cities.isEmpty ? nil : try fetchCountry(in: context)
        for number in inserted {
            let note = insert("Note", into: context)
            note.setValue(number, forKey: "number")
            note.setValue("written by \(index)", forKey: "text")
        }
        for number in changed { notes[number]?.setValue("changed by \(index)", forKey: "text") }
        for number in deleted { notes[number].map(context.delete) }
        guard !cities.isEmpty else { return }
        let country = found ?? insert("Country", into: context)
        if found == nil { country.setValue(self.country, forKey: "code") }
        for number in cities {
            let city = insert("City", into: context)
            city.setValue(number, forKey: "number")
            city.setValue(country, forKey: "country")
        }
    }

    private func insert(
        _ entity: String, into context: NSManagedObjectContext
    ) -> NSManagedObject {
        NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    }

    private func fetchNotes(
        _ numbers: [Int], in context: NSManagedObjectContext
    ) throws -> [Int: NSManagedObject] {
        guard !numbers.isEmpty else { return [:] }
        let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
        request.predicate = NSPredicate(
            format: "number IN %@", argumentArray: [numbers.map { NSNumber(value: $0) }])
        var notes: [Int: NSManagedObject] = [:]
        for note in try context.fetch(request) {
            guard let number = note.value(forKey: "number") as? NSNumber else { continue }
            notes[number.intValue] = note
        }
        return notes
    }

    private func fetchCountry(in context: NSManagedObjectContext) throws -> NSManagedObject? {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Country")
        request.predicate = NSPredicate(format: "code == %@", argumentArray: [country])
        request.returnsObjectsAsFaults = false
        return try context.fetch(request).first
    }
}
