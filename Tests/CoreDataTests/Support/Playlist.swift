import CoreData
import Foundation

/// A list of notes, its properties typed.
class Playlist: NSManagedObject {
    private enum Properties {
        static let name = ManagedProperty<String?>("name")
        static let notes = ManagedProperty<Set<Note>>("notes")
    }

    @discardableResult
    class func fetchRequest() -> NSFetchRequest<Playlist> {
        NSFetchRequest(entityName: "Playlist")
    }

    var name: String? {
        get { self[Properties.name] }
        set { self[Properties.name] = newValue }
    }

    var notes: Set<Note> {
        get { self[Properties.notes] }
        set { self[Properties.notes] = newValue }
    }

    func addToNotes(_ value: Note) { insert(value, into: Properties.notes) }
    func removeFromNotes(_ value: Note) { remove(value, from: Properties.notes) }
    func addToNotes(_ values: Set<Note>) { for value in values { addToNotes(value) } }
    func removeFromNotes(_ values: Set<Note>) { for value in values { removeFromNotes(value) } }
}
