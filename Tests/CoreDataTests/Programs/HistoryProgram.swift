import CoreData
import Execution
import Foundation

/// Writers, followers of history, pinned readers and a purger on one store, in virtual time.
///
///     writers, on two coordinators   each save changes both objects of a pair
///     followers                      read history after their token, and go on from its last one
///     pinned readers                 read everything twice, then take a newer state
///     a purger                       deletes what all followers have read
///
/// Three rules must hold in any order: a token is never lost, each change is told once, and a
/// pinned reader sees whole saves of one state.
// @unchecked: one thread of virtual time runs at a time.
final class HistoryProgram: @unchecked Sendable {
    private static let writers = 3, operations = 12, followers = 2, readers = 2

    private let seed: UInt64
    private let execution: VirtualExecution
    private let store: TestStore
    private let other: NSPersistentStoreCoordinator
    private let ended: any ExecutionSemaphore
    private var running = 0
    /// What each author's transaction must tell.
    private var expected: [String: [String]] = [:]
    /// The pairs of each writer with their stamps, after each of its operations.
    private var states: [[[Int: Int]]]
    /// The token from which each follower goes on, and the number of its transaction.
    private var places: [(token: NSPersistentHistoryToken?, number: Int64)]
    private(set) var failures: [String] = []
    private(set) var told = 0
    private(set) var purged = 0
    private var mayHavePurged = false
    private(set) var statesRead = 0

    private var isDone: Bool { running == 0 }

    init(seed: UInt64, _ execution: VirtualExecution) throws {
        self.seed = seed
        self.execution = execution
        let options: [AnyHashable: Any] = [
            NSPersistentStoreRemoteChangeNotificationPostOptionKey: true,
            SQLiteStoreOption.checkpointThreshold: 4,
        ]
        store = try Histories.store(options)
        other = try Histories.other(on: store, Histories.options.merging(options) { $1 })
        ended = execution.makeSemaphore(label: "the program", value: 0, cause: .waitForContext)
        states = Array(repeating: [[:]], count: Self.writers)
        let start = store.coordinator.currentPersistentHistoryToken(fromStores: nil)
        places = Array(repeating: (start, 0), count: Self.followers)
    }

    /// Runs all of them, and closes the store.
    func run() {
        var stream = RandomStream(seed: seed).keyed("history")
        var roles: [(inout RandomStream) throws -> Void] = []
        for index in 0..<Self.writers { roles.append { try self.write(index, &$0) } }
        for index in 0..<Self.followers { roles.append { try self.follow(index, &$0) } }
        running = roles.count
        for index in 0..<Self.readers { roles.append { try self.readPinned(index, &$0) } }
        roles.append { try self.purge(&$0) }
        for (index, role) in roles.enumerated() {
            let own = stream.keyed(index)
            _ = stream.next()
            execution.detach { [self] in
                var own = own
                do { try role(&own) } catch { fail("role \(index): \(error)") }
                if index < Self.writers + Self.followers { running -= 1 }
                ended.signal()
            }
        }
        for _ in roles { ended.wait() }
        for store in other.persistentStores { try? other.remove(store) }
        try? store.close()
    }

    private func fail(_ message: String) {
        failures.append(message)
    }

    private func context(_ index: Int) -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = index % 2 == 0 ? store.coordinator : other
        return context
    }

    private func pause(_ stream: inout RandomStream) {
        execution.sleep(for: .microseconds(Int.random(in: 0...400, using: &stream)))
    }

    // MARK: Writers

    private func write(_ writer: Int, _ stream: inout RandomStream) throws {
        let context = context(writer)
        var pairs: [Int: Int] = [:]
        var objects: [Int: (folder: NSManagedObject, item: NSManagedObject)] = [:]
        for operation in 0..<Self.operations {
            pause(&stream)
            let author = "\(writer).\(operation)"
            let known = pairs.keys.sorted()
            let pair = known.randomElement(using: &stream)
            let isDeletion = Int.random(in: 0..<4, using: &stream) == 0
            let isInsertion = pair == nil || Int.random(in: 0..<3, using: &stream) == 0
            let before = context.currentHistoryToken
            try context.performAndWait {
                context.transactionAuthor = author
                let number = isInsertion ? writer * 1_000 + operation : pair!
                if isInsertion {
                    let folder = context.make("Folder")
                    objects[number] = (folder, context.make("Item", ["folder": folder]))
                }
                let (folder, item) = objects[number]!
                if !isInsertion, isDeletion {
                    context.delete(folder)
                    context.delete(item)
                    objects[number] = nil
                    pairs[number] = nil
                    expected[author] = ["delete Folder", "delete Item"]
                } else {
                    folder.setValue("\(number) \(operation)", forKey: "title")
                    item.setValue("\(number) \(operation)", forKey: "name")
                    pairs[number] = operation
                    let kind = isInsertion ? "insert" : "update"
                    expected[author] = ["\(kind) Folder", "\(kind) Item"]
                }
                states[writer].append(pairs)
                try context.save()
            }
            try checkOwn(author, after: before, context)
        }
    }

    /// What a writer has saved is history after the token that it took before, unless all have read
    /// it and it was purged.
    private func checkOwn(
        _ author: String, after token: NSPersistentHistoryToken?, _ context: NSManagedObjectContext
    ) throws {
        do {
            let found = try context.transactions(after: token)
            guard found.contains(where: { $0.author == author }) else {
                return fail("\(author) is not in history after the token before it")
            }
        } catch let error as NSError where error.code == NSPersistentHistoryTokenExpiredError {
            if !mayHavePurged { fail("\(author): a token is expired, and nothing was purged") }
        }
    }

    // MARK: Followers

    /// Follows to the end: by the announcements, or by looking every now and then.
    private func follow(_ index: Int, _ stream: inout RandomStream) throws {
        let context = context(index + 1)
        let announced = execution.makeSemaphore(
            label: "an announcement", value: 0, cause: .waitForContext)
        let observer = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreRemoteChange, object: context.persistentStoreCoordinator,
            queue: nil
        ) { _ in announced.signal() }
        defer { NotificationCenter.default.removeObserver(observer) }
        var seen = Set<String>()
        while seen.count < Self.writers * Self.operations {
            if index == 0 { announced.wait() } else { pause(&stream) }
            for transaction in try context.transactions(after: places[index].token) {
                check(transaction, &seen, index)
                let token = try archived(transaction.token)
                places[index] = (token, transaction.transactionNumber)
            }
            guard failures.isEmpty else { return }
        }
    }

    private func check(
        _ transaction: NSPersistentHistoryTransaction, _ seen: inout Set<String>, _ follower: Int
    ) {
        told += 1
        let author = transaction.author ?? ""
        if !seen.insert(author).inserted { fail("follower \(follower) is told \(author) twice") }
        let words = (transaction.changes ?? []).map {
            "\($0.changeType) \($0.changedObjectID.entity.name ?? "")"
        }
        if words.sorted() != expected[author] { fail("\(author) is told as \(words)") }
        if transaction.transactionNumber != Int64(seen.count) {
            fail("follower \(follower) is told \(transaction) after \(seen.count - 1) others")
        }
    }

    /// A token as an app finds it at its next launch.
    private func archived(_ token: NSPersistentHistoryToken) throws -> NSPersistentHistoryToken? {
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: token, requiringSecureCoding: true)
        return try NSKeyedUnarchiver.unarchivedObject(
            ofClass: NSPersistentHistoryToken.self, from: data)
    }

    // MARK: Purger

    private func purge(_ stream: inout RandomStream) throws {
        let context = context(0)
        while !isDone, failures.isEmpty {
            for _ in 0..<3 { pause(&stream) }
            let first = places.min { $0.number < $1.number }
            let request = NSPersistentHistoryChangeRequest.deleteHistory(before: first?.token)
            request.resultType = .count
            // From here on, since the deletion is committed before the request returns.
            if let first, first.number > 1 { mayHavePurged = true }
            purged += try context.history(request, NSNumber.self).intValue
        }
    }

    // MARK: Pinned readers

    private func readPinned(_ index: Int, _ stream: inout RandomStream) throws {
        let context = context(index)
        var latest = Array(repeating: 0, count: Self.writers)
        while !isDone, failures.isEmpty {
            pause(&stream)
            try context.performAndWait { try context.setQueryGenerationFrom(.current) }
            let first = try read("Folder", "title", context)
            pause(&stream)
            let second = try read("Item", "name", context)
            if first != second { fail("a pinned reader sees half a save: \(first) | \(second)") }
            pause(&stream)
            context.performAndWait { context.reset() }
            for writer in 0..<Self.writers {
                let own = first.filter { $0.key / 1_000 == writer }
                guard let place = states[writer].lastIndex(of: own) else {
                    fail("a pinned reader sees \(own), a state that writer \(writer) never had")
                    continue
                }
                if place < latest[writer] { fail("a newer pin has an older state of \(writer)") }
                latest[writer] = states[writer].firstIndex(of: own)!
            }
            statesRead += 1
        }
    }

    /// The stamps of all pairs in the objects of one entity, as faults that fire one by one.
    private func read(
        _ entity: String, _ key: String, _ context: NSManagedObjectContext
    ) throws -> [Int: Int] {
        try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: entity)
            request.includesPropertyValues = false
            var stamps: [Int: Int] = [:]
            for object in try context.fetch(request) {
                let parts = (object.text(key) ?? "").split(separator: " ").compactMap { Int($0) }
                guard parts.count == 2 else {
                    fail("a fault of a pinned reader has no row")
                    continue
                }
                stamps[parts[0]] = parts[1]
            }
            return stamps
        }
    }
}
