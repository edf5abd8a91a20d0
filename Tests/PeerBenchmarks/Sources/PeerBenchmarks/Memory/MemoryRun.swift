import CoreData
import Foundation

/// The memory of a fetched object beyond its values.
///
/// 200,000 objects of ten integers are fetched from a store that was fetched from before, so that
/// statements, page cache and tables have their size; then every value is read. The growth between
/// is counted whole: objects, rows, registries, and the array that holds the result.
struct MemoryRun {
    struct Measurement {
        let name: String
        /// Bytes for each object, its values among them.
        let allocated: Double
        let resident: Double

        /// Ten integers of eight bytes.
        static let values = Double(Sizes.columns * 8)

        var beyondValues: Double { allocated - Self.values }
        var residentBeyondValues: Double { resident - Self.values }
    }

    private(set) var measurements: [Measurement] = []

    mutating func run(in folder: URL) throws {
        try measure("`NSManagedObject`", KeyValueArm.self, in: folder)
        try measure("a subclass with typed properties", TypedArm.self, in: folder)
    }

    private mutating func measure(
        _ name: String, _ arm: CoreDataArm.Type, in folder: URL
    ) throws {
        let store = try ItemStore(folder: folder.appendingPathComponent("\(arm)"), arm: arm)
        try store.importRows(Sizes.fetched, batch: 10_000)
        _ = try fetch(store)
        store.context.performAndWait { store.context.reset() }

        let before = MemoryMeter.read()
        let objects = try fetch(store)
        add("\(name), fetched", from: before)
        store.context.performAndWait {
            for object in objects { precondition(arm.sum(object) > 0) }
        }
        add("\(name), every value read", from: before)
        withExtendedLifetime(objects) {}
        try store.remove()
    }

    private mutating func add(_ name: String, from before: MemoryMeter) {
        let now = MemoryMeter.read()
        let count = Double(Sizes.fetched)
        measurements.append(
            Measurement(
                name: name, allocated: Double(now.allocated - before.allocated) / count,
                resident: Double(now.resident - before.resident) / count))
    }

    private func fetch(_ store: ItemStore) throws -> [NSManagedObject] {
        try store.context.performAndWait {
            try store.context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item"))
        }
    }

    var markdown: String {
        var lines = [
            "## Memory of a fetched object", "",
            """
            Bytes for each of \(Sizes.fetched.formatted()) objects of ten integers, beyond the \
            \(Int(Measurement.values)) bytes of the values; the objects are held by the array that \
            the fetch returned, which is counted too. \(Machine.description)
            """,
            "", "| objects | held from malloc | resident set |", "|---|---|---|",
        ]
        for one in measurements {
            lines.append(
                String(
                    format: "| %@ | %.0f | %.0f |", one.name, one.beyondValues,
                    one.residentBeyondValues))
        }
        lines += [
            "",
            """
            What an object consists of: an instance of seven words (class, references, row, what \
            its entity and context have in common, key, state, the ID or rarely used details) and \
            malloc's own; three words before the values of its row (version and place, key, \
            nulls); a thirty-second of a slab; and a word each in the context's registry, the \
            row cache and the array.
            """,
        ]
        return lines.joined(separator: "\n") + "\n"
    }
}
