import CoreData
import Foundation

/// The objects that the user's operations read and write.
///
/// Its calls come on the queue of the context that they get.
protocol UserContent: Sendable {
    /// What the list shows, and the attribute by which it is sorted and searched: a text.
    ///
    /// `nil` where a user of own objects looks at none.
    var list: (entity: String, key: String)? { get }
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
