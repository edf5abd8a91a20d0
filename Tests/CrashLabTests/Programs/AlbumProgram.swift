import CoreData
import Execution
import Foundation
import Runs
import StoreIO

/// Writers, followers of history, pinned readers and a purger on one store, in virtual time, and
/// every call that they make of the file system.
///
///     3 writers, on two coordinators   saves and batch requests, each one transaction
///     2 followers                      read history after their token, and keep each token
///     2 pinned readers                 read entity by entity, with pauses (in a log only)
///     a purger                         deletes what all followers have read
// @unchecked: one thread of virtual time runs at a time.
final class AlbumProgram: TransactionObserver, @unchecked Sendable {
    private static let writers = 3, operations = 6, followers = 2, readers = 2
    /// More looks than any program takes: it has lost a change.
    private static let rounds = 2_000
    private static let modes = [
        ("WAL", "NORMAL"), ("WAL", "NORMAL"), ("WAL", "FULL"), ("DELETE", "FULL"),
        ("DELETE", "EXTRA"), ("TRUNCATE", "FULL"),
    ]

    private let seed: UInt64
    private let execution: VirtualExecution
    private let trace: StoreTrace
    private let coordinators: [NSPersistentStoreCoordinator]
    private let ended: any ExecutionSemaphore
    private var record = AlbumRecord()
    private var running = AlbumProgram.writers + AlbumProgram.followers
    /// The change that each writer's context is about.
    private var current: [String: Int] = [:]
    private var acknowledged: [Int] = []
    private var pins = true
    /// The transaction up to which each follower has read.
    private var places = Array(repeating: 0, count: AlbumProgram.followers)

    /// Runs the program of a seed on a new store.
    ///
    /// - Parameters:
    ///   - folder: an existing, empty one.
    ///   - options: what is broken on purpose.
    ///   - mode: the journal's mode and `synchronous`; drawn unless given.
    ///   - pins: whether the readers pin, as they must to see whole saves.
    static func run(
        _ seed: UInt64, in folder: String, _ model: NSManagedObjectModel,
        _ options: [AnyHashable: Any] = [:], mode: (String, String)? = nil, pins: Bool = true
    ) throws -> AlbumRecord {
        let execution = VirtualExecution(seed: seed, interleaving: 0)
        defer { execution.close() }
        let path = URL(filePath: folder).appending(path: "store.sqlite").path
        let trace = try StoreTrace(
            databaseAt: path, syncs: false, environment: ExecutionEnvironment(execution))
        defer { trace.end() }
        let program = try execution.run {
            try AlbumProgram(seed, execution, trace, path, model, options, mode)
        }
        program.pins = pins
        try execution.run { execution.detach { program.run() } }
        program.record.log = try trace.log()
        return program.record
    }

    private init(
        _ seed: UInt64, _ execution: VirtualExecution, _ trace: StoreTrace, _ path: String,
        _ model: NSManagedObjectModel, _ options: [AnyHashable: Any], _ mode: (String, String)?
    ) throws {
        self.seed = seed
        self.execution = execution
        self.trace = trace
        var random = RandomStream(seed: seed).keyed("store")
        let drawn = Self.modes.randomElement(using: &random)!
        (record.mode, record.synchronous) = mode ?? drawn
        let own: [AnyHashable: Any] = [
            SQLiteStoreOption.checkpointThreshold: Int.random(in: 2...40, using: &random),
            SQLiteStoreOption.vfsName: TracingVFS.name,
            NSSQLitePragmasOption: [
                "journal_mode": record.mode, "synchronous": record.synchronous,
            ],
        ]
        coordinators = try (0..<2).map { _ in
            try AlbumStore.coordinator(model, at: path, own.merging(options) { $1 })
        }
        ended = execution.makeSemaphore(label: "the program", value: 0, cause: .waitForContext)
        for coordinator in coordinators { coordinator.transactionObserver = self }
        record.tokens[0] = coordinators[0].currentPersistentHistoryToken(fromStores: nil)
    }

    private func run() {
        var random = RandomStream(seed: seed).keyed("roles")
        var roles: [(RandomStream) throws -> Void] = []
        for index in 0..<Self.writers { roles.append { try self.write(index, $0) } }
        for index in 0..<Self.followers { roles.append { try self.follow(index, $0) } }
        if record.mode == "WAL" {
            for index in 0..<Self.readers { roles.append { try self.readPinned(index, $0) } }
        }
        roles.append { try self.purge($0) }
        note(.purging(0))
        for (index, role) in roles.enumerated() {
            let own = random.keyed(index)
            _ = random.next()
            execution.detach { [self] in
                do { try role(own) } catch { fail("role \(index): \(error)") }
                if index < Self.writers + Self.followers { running -= 1 }
                ended.signal()
            }
        }
        for _ in roles { ended.wait() }
        for coordinator in coordinators {
            for store in coordinator.persistentStores { try? coordinator.remove(store) }
            // It keeps its observer, which keeps it and all that was recorded.
            coordinator.transactionObserver = nil
        }
        checkSights()
    }

    private func fail(_ message: String) { record.failures.append(message) }

    private func note(_ event: AlbumRecord.Event) {
        trace.note(UInt64(record.events.count))
        record.events.append(event)
    }

    private func context(_ index: Int, _ name: String) -> NSManagedObjectContext {
        let context = AlbumStore.context(coordinators[index % 2])
        context.name = name
        return context
    }

    private func pause(_ random: inout RandomStream) {
        execution.sleep(for: .microseconds(Int.random(in: 0...400, using: &random)))
    }

    // MARK: Writers

    private func write(_ number: Int, _ random: RandomStream) throws {
        var writer = AlbumWriter(number: number, random)
        let context = context(number, "writer \(number)")
        for _ in 0..<Self.operations where record.failures.isEmpty {
            execution.sleep(for: writer.pause())
            let (change, body) = writer.next()
            let index = record.changes.count
            record.changes.append(change)
            current["writer \(number)"] = index
            note(.began(index))
            try context.performAndWait {
                context.transactionAuthor = change.author
                // What batch requests have written is not in its objects.
                context.reset()
                try body(context)
            }
            note(.acknowledged(index))
            acknowledged.append(index)
        }
    }

    func transactionWillBegin(contextName: String?) {}

    func transactionWillCommit(contextName: String?) {
        if let index = contextName.flatMap({ current[$0] }) { note(.committing(index)) }
    }

    func transactionDidCommit(contextName: String?, at instant: Instant) {}

    func transactionDidPublish(contextName: String?) {}

    // MARK: Followers

    private func follow(_ index: Int, _ random: RandomStream) throws {
        var random = random
        let context = context(index + 1, "follower \(index)")
        var token = record.tokens[0]
        for _ in 0..<Self.rounds where record.failures.isEmpty {
            guard places[index] < Self.writers * Self.operations else { return }
            pause(&random)
            for transaction in try AlbumStore.transactions(after: token, context) {
                take(transaction, index)
                token = try archived(transaction.token)
                record.tokens[Int(transaction.transactionNumber)] = token
            }
        }
        fail("follower \(index) was told \(places[index]) changes, and no more")
    }

    private func take(_ transaction: NSPersistentHistoryTransaction, _ follower: Int) {
        places[follower] += 1
        let (number, author) = (Int(transaction.transactionNumber), transaction.author ?? "")
        guard number == places[follower],
            let change = record.changes.firstIndex(where: { $0.author == author })
        else {
            return fail("follower \(follower) is told \(author) as \(number)")
        }
        if number > record.order.count {
            if record.order.contains(change) { fail("\(author) is told twice") }
            record.order.append(change)
        } else if record.order[number - 1] != change {
            fail("two followers are told of different changes as \(number)")
        }
        let words = AlbumStore.words(transaction)
        if words != record.changes[change].told { fail("\(author) is told as \(words)") }
    }

    /// A token as an app finds it at its next launch.
    private func archived(_ token: NSPersistentHistoryToken) throws -> NSPersistentHistoryToken? {
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: token, requiringSecureCoding: true)
        return try NSKeyedUnarchiver.unarchivedObject(
            ofClass: NSPersistentHistoryToken.self, from: data)
    }

    // MARK: Purger

    private func purge(_ random: RandomStream) throws {
        var random = random
        let context = context(0, "purger")
        while running > 0, record.failures.isEmpty {
            for _ in 0..<4 { pause(&random) }
            guard let first = places.min(), first > 1, Bool.random(using: &random),
                let token = record.tokens[first]
            else { continue }
            note(.purging(first))
            let request = NSPersistentHistoryChangeRequest.deleteHistory(before: token)
            request.resultType = .count
            let _: NSNumber = try AlbumStore.history(request, context)
            note(.purged(first))
        }
    }

    // MARK: Pinned readers

    private func readPinned(_ index: Int, _ random: RandomStream) throws {
        var random = random
        let context = context(index, "reader \(index)")
        while running > 0, record.failures.isEmpty {
            pause(&random)
            let before = acknowledged
            if pins { try context.performAndWait { try context.setQueryGenerationFrom(.current) } }
            var rows: [String] = []
            for entity in ["Folder", "Item", "Tally"].shuffled(using: &random) {
                rows += try AlbumStore.rows(entity, context)
                pause(&random)
            }
            record.sights.append(
                AlbumRecord.Sight(reader: index, rows: rows.sorted(), acknowledged: before))
            context.performAndWait { context.reset() }
        }
    }

    /// Each sight is the store after one transaction: after all that were answered before it, and
    /// after the reader's last one.
    private func checkSights() {
        guard record.failures.isEmpty else { return }
        let states = record.states
        let numbers = Dictionary(
            uniqueKeysWithValues: record.order.enumerated().map { ($1, $0 + 1) })
        var latest = Array(repeating: 0, count: Self.readers)
        for sight in record.sights {
            let least = sight.acknowledged.compactMap { numbers[$0] }.max() ?? 0
            let from = max(least, latest[sight.reader])
            guard
                let place = states.indices.dropFirst(from).first(where: {
                    states[$0] == sight.rows
                })
            else {
                fail(
                    """
                    pinned reader \(sight.reader) sees no state from \(from) on, but half a save: \
                    \(sight.rows)
                    """)
                continue
            }
            latest[sight.reader] = place
        }
    }
}
