import CoreData
import Foundation

/// The objects that the user's operations read and write.
///
/// Its calls come on the queue of the context that they get.
protocol UserContent: Sendable {
    /// The entity that the list shows, and the text attribute by which it is sorted and searched.
    ///
    /// `nil` for a user of own objects without a list.
    var list: (entity: String, key: String)? { get }
    /// The attribute that identifies an object of the list.
    var listNumber: String { get }
    /// A predicate that only the object of this number satisfies.
    func isNumber(_ number: Int) -> NSPredicate
    /// Reads the attributes that a list's row shows of an object, and returns their length.
    func show(_ object: NSManagedObject) -> Int

    /// The entity that the user writes, and the attribute by which its objects are found.
    var note: (entity: String, key: String) { get }
    /// The value of the key.
    func noteKey(_ number: Int) -> Any
    func number(ofNote note: NSManagedObject) -> Int?
    /// Reads the attributes that a list of notes shows of one, and returns their length.
    func showNote(_ note: NSManagedObject) -> Int
    /// Makes a note.
    ///
    /// - Throws: the error of a failed fetch.
    func write(
        _ value: NoteValue, into context: NSManagedObjectContext
    ) throws -> OperationPerformer.Effect
    func edit(_ note: NSManagedObject, to value: NoteValue)
}
