import CoreData
import Execution
import Foundation
import Synchronization
import Testing

/// Notifications of writes to a store, by whichever coordinator.
///
///     coordinator A   save ──┬── A's observer
///     coordinator B          └── B's observer
@Suite(.inVirtualTime) struct `Remote changes` {
    private static let name = Notification.Name.NSPersistentStoreRemoteChange

    private static var options: [AnyHashable: Any] {
        Histories.options.merging(
            [NSPersistentStoreRemoteChangeNotificationPostOptionKey: true]) { $1 }
    }

    /// Keeps what a coordinator's notifications bring, and opens a gate at each.
    private final class Listener: Sendable {
        // What a notification brings never changes.
        struct Note: @unchecked Sendable {
            let info: [AnyHashable: Any]
            var token: NSPersistentHistoryToken? {
                info[NSPersistentHistoryTokenKey] as? NSPersistentHistoryToken
            }
        }

        private let notes = Mutex<[Note]>([])
        private let gate = Gate("a notification")
        private let observer = Mutex<Note?>(nil)

        init(_ coordinator: NSPersistentStoreCoordinator) {
            let token = NotificationCenter.default.addObserver(
                forName: `Remote changes`.name, object: coordinator, queue: nil
            ) { [weak self] note in
                let note = Note(info: note.userInfo ?? [:])
                self?.notes.withLock { $0.append(note) }
                self?.gate.open()
            }
            observer.withLock { $0 = Note(info: ["token": token]) }
        }

        deinit {
            let token = observer.withLock { $0?.info["token"] as? any NSObjectProtocol }
            if let token { NotificationCenter.default.removeObserver(token) }
        }

        /// Waits for the next notification.
        func next() -> Note {
            gate.pass()
            return notes.withLock { $0[$0.count - 1] }
        }

        /// Waits until history up to a token was announced.
        func wait(for token: NSPersistentHistoryToken?) {
            while next().token != token {}
        }

        var count: Int { notes.withLock { $0.count } }
    }

    private func save(_ context: NSManagedObjectContext) throws {
        try context.performAndWait {
            context.make("Folder")
            try context.save()
        }
    }

    private func close(_ coordinator: NSPersistentStoreCoordinator) throws {
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }

    @Test func `A save is announced to every coordinator of its file`() throws {
        let store = try Histories.store(Self.options)
        let other = try Histories.other(on: store, Self.options)
        let own = Listener(store.coordinator), others = Listener(other)
        let context = store.context()
        try save(context)
        let token = try #require(context.currentHistoryToken)
        for listener in [own, others] {
            let note = listener.next()
            #expect(note.token == token)
            #expect(
                note.info[NSStoreUUIDKey] as? String
                    == store.coordinator.persistentStores[0].identifier)
            #expect((note.info[NSPersistentStoreURLKey] as? URL)?.path == store.url.path)
        }
        try close(other)
    }

    @Test func `Batch requests and deletions of history are announced, too`() throws {
        let store = try Histories.store(Self.options)
        let listener = Listener(store.coordinator)
        let context = store.context()
        try context.performAndWait {
            _ = try context.execute(NSBatchInsertRequest(entityName: "Folder", objects: [[:]]))
        }
        listener.wait(for: context.currentHistoryToken)
        _ = try context.history(.deleteHistory(before: Date.distantFuture), NSNumber.self)
        // The newest place, though nothing is left of the history.
        #expect(listener.next().token == context.currentHistoryToken)
    }

    @Test func `A burst may be told once, and history then tells each change once`() throws {
        let store = try Histories.store(Self.options)
        let other = try Histories.other(on: store, Self.options)
        let listener = Listener(other)
        let context = store.context()
        for _ in 0..<20 { try save(context) }
        listener.wait(for: context.currentHistoryToken)
        #expect(listener.count <= 20)
        let reader = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        reader.persistentStoreCoordinator = other
        #expect(try reader.transactions().map(\.transactionNumber) == Array(1...20))
        try close(other)
    }

    @Test func `Without history the notification has no token`() throws {
        let store = try TestStore(
            model: Histories.model(),
            options: [NSPersistentStoreRemoteChangeNotificationPostOptionKey: true])
        let listener = Listener(store.coordinator)
        try save(store.context())
        let note = listener.next()
        #expect(note.token == nil)
        #expect(note.info[NSStoreUUIDKey] != nil)
    }

    @Test func `Another file's writes and an unasked coordinator's are not announced`() throws {
        let store = try Histories.store(Self.options)
        let other = try Histories.store(Self.options)
        let quiet = try Histories.other(on: store)
        let listener = Listener(store.coordinator), quietListener = Listener(quiet)
        try save(other.context())
        let unasked = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        unasked.persistentStoreCoordinator = quiet
        try save(unasked)
        // The first that comes is the third write's.
        let context = store.context()
        try save(context)
        #expect(listener.next().token == context.currentHistoryToken)
        #expect(listener.count == 1)
        #expect(quietListener.count == 0)
        try close(quiet)
    }
}
