import CoreData
import Foundation
import Synchronization

/// Keeps the last did-save notification of each context, in the form with object IDs: that with
/// objects would keep them alive.
final class SavedIDsObserver: Sendable {
    private let notes: Mutex<[Int: SavedNote]> = Mutex([:])
    private let tokens: Mutex<[ObserverToken]> = Mutex([])

    init(_ contexts: [NSManagedObjectContext]) {
        for (index, context) in contexts.enumerated() {
            let token = NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextDidSaveObjectIDs, object: context, queue: nil
            ) { [weak self] note in
                // A save of nothing brings others nothing to merge.
                let keys = [NSInsertedObjectIDsKey, NSUpdatedObjectIDsKey, NSDeletedObjectIDsKey]
                let ids = keys.compactMap { note.userInfo?[$0] as? Set<NSManagedObjectID> }
                if ids.allSatisfy(\.isEmpty) { return }
                let saved = SavedNote(note)
                self?.notes.withLock { $0[index] = saved }
            }
            let held = ObserverToken(token)
            tokens.withLock { $0.append(held) }
        }
    }

    var last: [Int: Notification] { notes.withLock { $0.mapValues(\.note) } }

    func stop() {
        for token in tokens.withLock({ $0 }) {
            NotificationCenter.default.removeObserver(token.token)
        }
    }

    // Not Sendable by themselves: both are only handed on, under the lock.
    private struct SavedNote: @unchecked Sendable {
        let note: Notification
        init(_ note: Notification) {
            // Without the context, which it would keep alive.
            self.note = Notification(name: note.name, object: nil, userInfo: note.userInfo)
        }
    }

    private struct ObserverToken: @unchecked Sendable {
        let token: any NSObjectProtocol
        init(_ token: any NSObjectProtocol) { self.token = token }
    }
}
