import CoreData
import Synchronization

/// The IDs of the notes that a run has deleted, as code keeps them that has not heard of it.
final class DeletedNotes: Sendable {
    private let ids = Mutex<[Int: NSManagedObjectID]>([:])

    func keep(_ id: NSManagedObjectID, ofNote number: Int) {
        ids.withLock { $0[number] = id }
    }

    /// `nil` for a note that was not deleted.
    func id(ofNote number: Int) -> NSManagedObjectID? {
        ids.withLock { $0[number] }
    }
}
