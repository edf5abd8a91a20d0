import CoreData
import Foundation
import Synchronization
import Testing

/// Run under the thread sanitizer too: the name ends in ConcurrencyTests.
@Suite(.inVirtualTime, .timeLimit(.minutes(30))) struct PoolConcurrencyTests {
    /// One writer saves pairs of books whose years add up to 100; readers see whole pairs only.
    ///
    ///     writer                          readers, four of them
    ///     insert (n, 100 − n), save  →    fetch: sum of years = 50 · count, count even
    ///     …
    ///     done                       →    stop
    private func run(poolSize: Int) async throws {
        let store = try TestStore(options: [NSPersistentStoreConnectionPoolMaxSizeKey: poolSize])
        let done = Flag()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { done.raise() }
                let writer = store.context("writer")
                for round in 0..<60 {
                    try await writer.perform {
                        writer.make("Book", ["year": round])
                        writer.make("Book", ["year": 100 - round])
                        try writer.save()
                    }
                }
            }
            for number in 0..<4 {
                group.addTask {
                    let reader = store.context("reader \(number)")
                    while !done.isRaised {
                        try await reader.perform {
                            let years = try reader.all("Book").compactMap { $0.int("year") }
                            #expect(years.reduce(0, +) == 50 * years.count)
                            #expect(years.count % 2 == 0)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.sql("SELECT count(*), sum(ZYEAR) FROM ZBOOK") == [["120", "6000"]])
    }

    @Test func `Readers beside a writer see whole saves`() async throws {
        try await run(poolSize: 4)
    }

    @Test func `Readers that share the writer's connection see whole saves`() async throws {
        try await run(poolSize: 1)
    }

    /// A screen signs out while imports run: each save is whole or refused, and none crashes.
    @Test(arguments: [1, 4])
    func `A store that is removed lets running requests end, and refuses the next`(
        poolSize: Int
    ) async throws {
        for round in 0..<8 {
            let store = try TestStore(options: [
                NSPersistentStoreConnectionPoolMaxSizeKey: poolSize
            ])
            let hasSaved = Flag()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<3 {
                    group.addTask {
                        let context = store.context("context \(number)")
                        while true {
                            do {
                                try await context.perform {
                                    for year in 0..<20 { context.make("Book", ["year": year]) }
                                    try context.save()
                                    // Faults of the others' books, and to-manys.
                                    for book in try context.all("Book").prefix(40) {
                                        context.refresh(book, mergeChanges: false)
                                        _ = book.int("year")
                                        _ = book.many("tags")
                                    }
                                }
                                hasSaved.raise()
                            } catch let error as NSError {
                                #expect(error.code == NSPersistentStoreOperationError)
                                return
                            }
                        }
                    }
                }
                group.addTask {
                    let screen = store.context("screen")
                    func look() async throws {
                        _ = try await screen.perform { try screen.all("Book") }
                    }
                    while !hasSaved.isRaised { try await look() }
                    for _ in 0..<round { try await look() }
                    try await screen.perform { try store.close() }
                }
                try await group.waitForAll()
            }
            let counts = try store.sql("SELECT count(*) % 20 FROM ZBOOK")
            #expect(counts == [["0"]])
        }
    }

    @Test func `A store may be removed while the handler of a batch request reads it`() async throws
    {
        let store = try TestStore()
        let hasBegun = Flag()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                let context = store.context("importer")
                try await context.perform {
                    var left = 200
                    let request = NSBatchInsertRequest(entityName: "Book") {
                        (row: NSMutableDictionary) in
                        guard left > 0 else { return true }
                        left -= 1
                        row["year"] = left
                        hasBegun.raise()
                        // Once the store is gone from the coordinator, it throws.
                        _ = try? context.all("Book")
                        return false
                    }
                    _ = try context.execute(request)
                }
            }
            group.addTask {
                let screen = store.context("screen")
                while !hasBegun.isRaised {
                    _ = try await screen.perform { try screen.all("Book") }
                }
                try await screen.perform { try store.close() }
            }
            try await group.waitForAll()
        }
        #expect(try store.sql("SELECT count(*) FROM ZBOOK") == [["200"]])
    }

    /// Four contexts raise one counter by turns until every raise is saved, and no raise is lost.
    ///
    /// After a conflict a context tries again on the newest value.
    @Test func `Writers that conflict lose nothing when they try again`() async throws {
        let store = try TestStore()
        let setup = store.context("setup")
        let id = try setup.performAndWait {
            let book = setup.make("Book", ["year": 0])
            try setup.save()
            return book.objectID
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask {
                    let context = store.context("writer \(number)")
                    for _ in 0..<25 { try await context.perform { try raise(id, in: context) } }
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.sql("SELECT ZYEAR, Z_OPT FROM ZBOOK") == [["100", "101"]])
    }

    /// The first lets go of each row that it has saved, while the second compares its own with it.
    ///
    /// A row of which only the cache's entry is left is no deleted one: the second's policy would
    /// insert the book again, under a key that the store has.
    @Test func `A writer that forgets what it has saved makes no row look deleted`() async throws {
        let store = try TestStore()
        let setup = store.context("setup")
        let ids = try setup.performAndWait {
            let books = (0..<20).map { setup.make("Book", ["year": $0]) }
            try setup.save()
            return books.map(\.objectID)
        }
        let done = Flag()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { done.raise() }
                let forgetful = store.context("forgetful")
                forgetful.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
                for round in 0..<400 {
                    try await forgetful.perform {
                        edit(ids, to: round, in: forgetful)
                        try saveBesideOthers(forgetful)
                        forgetful.reset()
                    }
                }
            }
            group.addTask {
                let second = store.context("second")
                second.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
                var round = 0
                while !done.isRaised {
                    round -= 1
                    let value = round
                    try await second.perform {
                        edit(ids, to: value, in: second)
                        try saveBesideOthers(second)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.sql("SELECT count(*) FROM ZBOOK") == [["20"]])
    }

    /// Children of one parent save at once; the parent gets every object.
    @Test func `Children that save into one parent at once all arrive`() async throws {
        let store = try TestStore()
        let parent = store.context("parent")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask {
                    let child = TestStore.child(of: parent, "child \(number)")
                    for year in 0..<20 {
                        try await child.perform {
                            child.make("Book", ["year": year])
                            try child.save()
                            _ = try child.all("Book").compactMap { $0.int("year") }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        try await parent.perform { try parent.save() }
        #expect(try store.sql("SELECT count(*), sum(ZYEAR) FROM ZBOOK") == [["80", "760"]])
    }

    /// Commits during a checkpoint lie behind it in the log, which begins anew only when all of it
    /// is copied.
    @Test func `The log of savers that do not wait for checkpoints stays short`() async throws {
        let store = try TestStore(options: ["LabSQLiteCheckpointThreshold": 40])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<3 {
                group.addTask {
                    let context = store.context("saver \(number)")
                    for year in 0..<150 {
                        try await context.perform {
                            context.make("Book", ["year": year])
                            try context.save()
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        // 450 saves write some 1,500 frames of 4 KiB; one log of a few times the threshold is left.
        let log = try FileManager.default.attributesOfItem(atPath: store.url.path + "-wal")
        #expect((log[.size] as? Int ?? .max) < 400 * 4_120)
        #expect(try store.sql("SELECT count(*) FROM ZBOOK") == [["450"]])
    }
}

private func edit(_ ids: [NSManagedObjectID], to year: Int, in context: NSManagedObjectContext) {
    for id in ids { context.object(with: id).setValue(year, forKey: "year") }
}

/// Saves under a policy that settles conflicts, again when others left it no attempt without one.
private func saveBesideOthers(_ context: NSManagedObjectContext) throws {
    while true {
        do {
            return try context.save()
        } catch let error as NSError where error.code == NSManagedObjectMergeError {
            continue
        }
    }
}

private func raise(_ id: NSManagedObjectID, in context: NSManagedObjectContext) throws {
    let book = context.object(with: id)
    while true {
        book.setValue((book.int("year") ?? 0) + 1, forKey: "year")
        do {
            return try context.save()
        } catch let error as NSError where error.code == NSManagedObjectMergeError {
            context.refresh(book, mergeChanges: false)
        }
    }
}
