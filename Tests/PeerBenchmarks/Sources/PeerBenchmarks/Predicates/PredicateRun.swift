import CoreData
import Foundation

/// What a comparison costs in memory: fetches above unsaved objects, by kind of comparison.
///
/// Each fetch compares every object with one constant or with 21, none of which it has, so that the
/// difference of both times is that of 20 comparisons an object.
struct PredicateRun {
    static let objects = 10_000
    static let further = 20

    private struct Kind: Sendable {
        let title: String
        /// A comparison that is false for every object, with a number to distinguish it.
        let comparison: @Sendable (Int) -> NSPredicate
    }

    private static let kinds: [Kind] = [
        Kind(title: "integer `==`") {
            NSPredicate(format: "number == %@", NSNumber(value: -1 - $0))
        },
        Kind(title: "integer `<`") { NSPredicate(format: "number < %@", NSNumber(value: -1 - $0)) },
        Kind(title: "double `<`") {
            NSPredicate(format: "score < %@", NSNumber(value: -1.5 - Double($0)))
        },
        Kind(title: "date `<`") {
            NSPredicate(
                format: "born < %@",
                argumentArray: [Date(timeIntervalSinceReferenceDate: -1 - Double($0))])
        },
        Kind(title: "text `==`") { NSPredicate(format: "name == %@", "no name \($0)") },
        Kind(title: "text `BEGINSWITH`") { NSPredicate(format: "name BEGINSWITH %@", "no \($0)") },
        Kind(title: "text `CONTAINS`") { NSPredicate(format: "name CONTAINS %@", "no \($0)") },
        Kind(title: "text `==[cd]`") { NSPredicate(format: "name ==[cd] %@", "no name \($0)") },
        Kind(title: "integer `IN` 100") { index in
            NSPredicate(
                format: "number IN %@",
                argumentArray: [(0..<100).map { NSNumber(value: -1 - index - $0) }])
        },
        Kind(title: "sum of two integers `==`") {
            NSPredicate(format: "number + 1 == %@", NSNumber(value: -1 - $0))
        },
        Kind(title: "integer of a to-one `==` (interpreted)") {
            NSPredicate(format: "team.size == %@", NSNumber(value: -1 - $0))
        },
    ]

    private let unsaved: NSManagedObjectContext
    private let saved: NSManagedObjectContext
    /// Nanoseconds for each comparison by kind, one a round.
    private var times: [String: [Double]] = [:]
    /// Nanoseconds of a fetch of one object by its number.
    private var fromMemory: [Double] = []
    private var fromStore: [Double] = []

    init(folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        unsaved = try Self.makeContext(folder.appendingPathComponent("unsaved.sqlite"))
        saved = try Self.makeContext(folder.appendingPathComponent("saved.sqlite"))
        try saved.performAndWait {
            try saved.save()
            saved.reset()
        }
    }

    private static func makeContext(_ url: URL) throws -> NSManagedObjectContext {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: PredicateModel.make())
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        context.performAndWait {
            let team = NSEntityDescription.insertNewObject(forEntityName: "Team", into: context)
            team.setValue(11, forKey: "size")
            for index in 0..<objects {
                let person = NSEntityDescription.insertNewObject(
                    forEntityName: "Person", into: context)
                person.setValue(index, forKey: "number")
                person.setValue(Double(index) / 2, forKey: "score")
                person.setValue(
                    Date(timeIntervalSinceReferenceDate: Double(index)), forKey: "born")
                person.setValue("person \(index)", forKey: "name")
                person.setValue(team, forKey: "team")
            }
        }
        return context
    }

    mutating func run(_ count: Int, progress: (Int) -> Void) throws {
        for round in 0..<count {
            progress(round)
            for kind in Self.kinds {
                let one = try time(kind.comparison(0))
                let all = try time(
                    NSCompoundPredicate(
                        orPredicateWithSubpredicates: (0...Self.further).map(kind.comparison)))
                times[kind.title, default: []].append(
                    (all - one) / Double(Self.objects * Self.further))
            }
            let wanted = NSPredicate(format: "number == %@", NSNumber(value: Self.objects / 2))
            fromMemory.append(try time(wanted, finds: 1))
            fromStore.append(try time(wanted, in: saved, finds: 1))
        }
    }

    private func time(_ predicate: NSPredicate, finds count: Int = 0) throws -> Double {
        try time(predicate, in: unsaved, finds: count)
    }

    private func time(
        _ predicate: NSPredicate, in context: NSManagedObjectContext, finds count: Int
    ) throws -> Double {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.predicate = predicate
        return try context.performAndWait {
            let began = ContinuousClock.now
            let found = try context.fetch(request).count
            let took = (ContinuousClock.now - began) / .nanoseconds(1)
            guard found == count else {
                throw BenchmarkError("\(predicate) found \(found) objects instead of \(count)")
            }
            return took
        }
    }

    private static func median(_ values: [Double]) -> Double {
        values.sorted()[values.count / 2]
    }

    var markdown: String {
        var lines = [
            "## A comparison in memory", "",
            """
            Nanoseconds for each comparison in fetches above \(Self.objects.formatted()) unsaved \
            objects: a fetch of \(Self.further + 1) comparisons joined by OR less a fetch of one, \
            medians of \(fromStore.count) rounds. \(Machine.description)
            """,
            "", "| comparison | ns |", "|---|---|",
        ]
        for kind in Self.kinds {
            lines.append(
                String(format: "| %@ | %.0f |", kind.title, Self.median(times[kind.title] ?? [0])))
        }
        let memory = Self.median(fromMemory) / 1e3, store = Self.median(fromStore) / 1e3
        lines += [
            "",
            String(
                format: """
                    A fetch of one object by an indexed number takes %.0f µs above %@ unsaved \
                    objects, and %.0f µs where the store holds all of them: %.1f times.
                    """, memory, Self.objects.formatted(), store, memory / store),
        ]
        return lines.joined(separator: "\n") + "\n"
    }
}
