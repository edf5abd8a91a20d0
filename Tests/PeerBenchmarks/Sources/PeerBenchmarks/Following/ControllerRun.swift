import CoreData
import Foundation

/// What a merge costs a context whose fetched results controller holds many objects.
struct ControllerRun {
    static let rows = 10_000
    static let sizes = [1, 10, 100, 1_000, 10_000]

    private final class Delegate: NSObject, NSFetchedResultsControllerDelegate {
        var changes = 0

        func controllerDidChangeContent(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>
        ) {
            changes += 1
        }
    }

    private let folder: URL
    /// Nanoseconds of a merge with a controller, and of the same merge without, by updates.
    private var followed: [Int: [Double]] = [:]
    private var unfollowed: [Int: [Double]] = [:]

    init(folder: URL) throws {
        self.folder = folder
    }

    mutating func run(_ count: Int, progress: (Int) -> Void) throws {
        let store = try ItemStore(
            folder: folder.appendingPathComponent("controller"), arm: TypedArm.self)
        try store.importRows(Self.rows, batch: 1_000)
        for round in 0..<count {
            progress(round)
            for size in Self.sizes {
                unfollowed[size, default: []].append(try merge(size, round, store, false))
                followed[size, default: []].append(try merge(size, round, store, true))
            }
        }
    }

    /// The time to merge updates that move nothing in the order of the results.
    private func merge(
        _ size: Int, _ round: Int, _ store: ItemStore, _ isFollowed: Bool
    ) throws -> Double {
        let reader = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        reader.persistentStoreCoordinator = store.coordinator
        let request = NSFetchRequest<TypedItem>(entityName: "Item")
        request.sortDescriptors = [NSSortDescriptor(key: "v0", ascending: true)]
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: reader, sectionNameKeyPath: nil,
            cacheName: nil)
        let delegate = Delegate()
        if isFollowed { controller.delegate = delegate }
        let held = try reader.performAndWait {
            try controller.performFetch()
            let held = controller.fetchedObjects ?? []
            _ = held.reduce(0) { $0 &+ TypedArm.sum($1) }
            return held
        }
        let recorder = SaveRecorder(of: store.context)
        try store.context.performAndWait {
            let all = try store.context.fetch(request)
            let step = Self.rows / size
            for index in 0..<size { all[index * step].v9 &+= 1 }
            try store.context.save()
        }
        return reader.performAndWait {
            let began = ContinuousClock.now
            reader.mergeChanges(fromContextDidSave: recorder.saved!)
            let took = (ContinuousClock.now - began) / .nanoseconds(1)
            withExtendedLifetime((held, delegate)) {}
            return took
        }
    }

    private static func median(_ values: [Double]?) -> Double {
        values.map { $0.sorted()[$0.count / 2] } ?? .nan
    }

    var markdown: String {
        var lines = [
            "## A merge under a fetched results controller", "",
            """
            Milliseconds of a merge of updates into a context that holds \
            \(Self.rows.formatted()) loaded objects, without a controller and with one that \
            follows them, medians of \(followed[1]?.count ?? 0) rounds. \(Machine.description)
            """,
            "", "| updates | without | with |", "|---|---|---|",
        ]
        for size in Self.sizes {
            lines.append(
                String(
                    format: "| %@ | %.3f | %.3f |", size.formatted(),
                    Self.median(unfollowed[size]) / 1e6, Self.median(followed[size]) / 1e6))
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
