import CoreData
import Execution
import Foundation
import Testing

/// An import beside a main context that merges and is asked every 16 ms: all of it follows from a
/// seed, down to the bytes of the store.
@Suite struct `The core in virtual time` {
    /// The traces of a run.
    private struct Traces: Equatable, CustomStringConvertible {
        var events: UInt64
        var time: Instant
        var counts: [Int]
        var database: UInt64
        var log: UInt64

        var description: String {
            "\(events) \(time.nanoseconds) \(counts) \(database) \(log)"
        }
    }

    /// Runs it in a folder of its own, which it removes.
    private static func run(seed: UInt64, interleaving: UInt64) throws -> Traces {
        let execution = VirtualExecution(seed: seed, interleaving: interleaving)
        SQLiteRandomness.seed(7)
        nonisolated(unsafe) var counts: [Int] = []
        var (store, log): (TestStore?, UInt64) = (nil, 0)
        try execution.run {
            store = try TestStore()
            start(store!, execution) { counts.append($0) }
        }
        let url = store!.url
        log = digest(try Data(contentsOf: URL(fileURLWithPath: url.path + "-wal")))
        try store!.close()
        return Traces(
            events: execution.traceDigest, time: execution.now, counts: counts,
            database: digest(try Data(contentsOf: url)), log: log)
    }

    //   importer   insert 25, save ─┬─ insert 25, save ─┬─ …
    //   main                        └▶ merge            └▶ merge
    //   timer      16 ms … count on main … 16 ms … count on main …
    private static func start(
        _ store: TestStore, _ execution: VirtualExecution, _ note: @escaping (Int) -> Void
    ) {
        nonisolated(unsafe) let note = note
        let main = NSManagedObjectContext(
            concurrencyType: .mainQueueConcurrencyType)
        main.persistentStoreCoordinator = store.coordinator
        main.automaticallyMergesChangesFromParent = true
        let importer = store.context("importer")
        let timer = execution.makeTimer(
            on: execution.mainQueue, at: execution.now, every: .milliseconds(16)
        ) { _ in note((try? main.all("Book").compactMap { $0.int("year") }.count) ?? -1) }
        for batch in 0..<40 {
            importer.perform {
                let author = importer.make("Author", ["name": "author \(batch)"])
                for year in 0..<25 {
                    importer.make(
                        "Book", ["title": "\(batch)/\(year)", "year": year, "author": author])
                }
                try? importer.save()
                execution.sleep(for: .milliseconds(3))
                if batch == 39 { timer.cancel() }
            }
        }
    }

    private static func digest(_ data: Data) -> UInt64 {
        data.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// In a process of its own: SQLite's random numbers are the process's, and hashes are seeded
    /// anew for each.
    @Test func `One seed gives the same events and the same bytes in two processes`() async {
        var outputs: [String] = []
        for _ in 0..<2 {
            let result = await #expect(
                processExitsWith: .success, observing: [\.standardOutputContent]
            ) {
                let first = try Self.run(seed: 3, interleaving: 4)
                let second = try Self.run(seed: 3, interleaving: 4)
                let other = try Self.run(seed: 3, interleaving: 5)
                precondition(first == second, "\(first)\n\(second)")
                precondition(first.events != other.events)
                FileHandle.standardOutput.write(Data("traces: \(first), \(other)\n".utf8))
            }
            let text = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
            outputs.append(
                text.split(separator: "\n").first { $0.hasPrefix("traces:") }.map(String.init)
                    ?? "nothing")
        }
        #expect(outputs[0] != "nothing")
        #expect(outputs[0] == outputs[1])
    }

    @Test func `Main sees more and more of an import, and its time is what was charged`() throws {
        let traces = try Self.run(seed: 3, interleaving: 0)
        #expect(traces.counts == traces.counts.sorted())
        #expect(traces.counts.first == 0)
        #expect(Set(traces.counts).count > 3)
        // 40 pauses of 3 ms, and the work.
        #expect(traces.time > Instant(nanoseconds: 120_000_000))
    }

    @Test func `Store identifiers follow from the seed`() throws {
        func identifier(_ seed: UInt64) throws -> String? {
            try VirtualExecution(seed: seed).run {
                let store = try TestStore()
                return withExtendedLifetime(store) {
                    store.coordinator.persistentStores.first?.identifier
                }
            }
        }
        let identifiers = try [1, 1, 2].map(identifier)
        #expect(identifiers[0] == identifiers[1])
        #expect(identifiers[0] != identifiers[2])
    }

    @Test func `A derived date is of the execution's clock`() throws {
        let execution = VirtualExecution(seed: 1)
        try execution.run {
            let changed = NSDerivedAttributeDescription()
            changed.name = "changed"
            changed.attributeType = .dateAttributeType
            changed.isOptional = true
            changed.derivationExpression = NSExpression(format: "now()")
            let model = LibraryModel.make()
            model.entitiesByName["Book"]!.properties += [changed]
            let store = try TestStore(model: model)
            let context = store.context()
            try context.performAndWait {
                let book = context.make("Book")
                for title in ["A", "B"] {
                    execution.sleep(for: .seconds(3_600))
                    book.setValue(title, forKey: "title")
                    try context.save()
                    let date = try #require(book.value(forKey: "changed") as? Date)
                    let late = execution.secondsSince2001 - date.timeIntervalSinceReferenceDate
                    #expect(late >= 0 && late < 1)
                }
            }
        }
        execution.close()
    }

    @Test func `Work is charged where it is done`() throws {
        let execution = VirtualExecution(seed: 1)
        try execution.run { try Self.saveThroughParent() }
        let counts = execution.workCounts
        // Into the child, and by its save into the parent.
        #expect(counts[.objectsInserted] == 20)
        #expect(counts[.objectsCopiedUp] == 10)
        #expect(counts[.rowsBound] == 10)
        // Their pages, those of their indexes, and the page of the keys.
        #expect(counts[.pagesLogged] > 1)
        #expect(counts[.rowsStepped] == 10)
        #expect(counts[.objectsFetched] == 10)
        // Ten inserts among them, one fetch, and those of the transaction.
        #expect(counts[.statements] >= 13)
    }

    @Test func `Dispatch counts the same work as virtual time`() throws {
        let virtual = VirtualExecution(seed: 1)
        try virtual.run { try Self.saveThroughParent() }
        let real = DispatchExecution(observer: nil)
        try Executions.$current.withValue(real) { try Self.saveThroughParent() }
        // Another test may listen to the notifications of every context meanwhile, and what turns
        // the main queue takes depends on time: here it is another test's.
        for work in Work.counted where ![.objectsNotified, .turnsBegun].contains(work) {
            #expect(real.workCounts[work] == virtual.workCounts[work], "\(work)")
        }
        #expect(real.workCounts[.valuesSet] == 0)
    }

    @Test func `Each further statement counts`() throws {
        let execution = DispatchExecution(observer: nil)
        try Executions.$current.withValue(execution) {
            let store = try TestStore()
            let context = store.context("reader")
            try context.performAndWait {
                let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
                var counts: [Int] = []
                // The first of a kind finds out more.
                for objects in 0..<4 {
                    let before = execution.workCounts[.statements]
                    _ = try context.count(for: request)
                    let between = execution.workCounts[.statements]
                    for _ in 0..<objects { context.make("Book") }
                    try context.save()
                    counts += [between - before, execution.workCounts[.statements] - between]
                }
                // A count each; a save of nothing runs none; a row more is a statement more.
                #expect(counts[1] == 0)
                let ofCounting = [counts[2], counts[4], counts[6]]
                #expect(ofCounting.allSatisfy { $0 == 1 })
                #expect(counts[7] == counts[5] + 1)
            }
        }
    }

    /// Ten objects from a child over its parent into the store, and read again.
    private static func saveThroughParent() throws {
        let store = try TestStore()
        let parent = store.context("parent")
        let child = TestStore.child(of: parent)
        try child.performAndWait {
            for year in 0..<10 { child.make("Book", ["title": "A", "year": year]) }
            try child.save()
        }
        try parent.performAndWait { try parent.save() }
        let reader = store.context("reader")
        let count = try reader.performAndWait { try reader.all("Book").count }
        #expect(count == 10)
    }

    @Test func `Waiting for a locked file takes virtual time`() throws {
        let execution = VirtualExecution(seed: 1)
        let store = try execution.run { () -> TestStore in
            let store = try TestStore(options: [
                NSPersistentStoreTimeoutOption: NSNumber(value: 60)
            ])
            let other = try #require(LockedFile(store.url))
            let context = store.context()
            context.perform {
                context.make("Book")
                try? context.save()
            }
            execution.makeQueue(label: "other process", cause: .waitForStore).async {
                execution.sleep(for: .seconds(30))
                other.unlock()
            }
            return store
        }
        withExtendedLifetime(store) {}
        #expect(execution.now > Instant(nanoseconds: 30_000_000_000))
        #expect(execution.now < Instant(nanoseconds: 31_000_000_000))
        #expect(execution.amount(of: .rowsBound) == 1)
    }
}
