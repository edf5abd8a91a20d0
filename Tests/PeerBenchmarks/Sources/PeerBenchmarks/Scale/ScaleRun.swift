import CoreData
import Foundation

/// The cost of an object as stores grow: import in batches with save and reset, then a fetch of all
/// of them page by page, each page read and forgotten.
struct ScaleRun {
    static let sizes = [10_000, 30_000, 100_000, 300_000, 1_000_000, 10_000_000]
    /// Objects a batch: many enough that a batch's own cost does not show.
    static let batch = 1_000

    struct Peak {
        var allocated = 0
        var resident = 0

        mutating func note() {
            allocated = max(allocated, MemoryMeter.allocatedBytes)
            resident = max(resident, MemoryMeter.residentBytes)
        }
    }

    /// Nanoseconds for each object by size, one a round.
    private(set) var importTimes: [Int: [Double]] = [:]
    private(set) var fetchTimes: [Int: [Double]] = [:]
    private(set) var peaks: [Int: Peak] = [:]

    /// The sizes come in turn, up in one round and down in the next: what drifts meets all.
    mutating func run(_ rounds: Int, in folder: URL, progress: (Int) -> Void) throws {
        // Once without being timed: tables and pools have their size then.
        _ = try runOnce(Self.sizes[0], folder.appendingPathComponent("warm"))
        for round in 0..<rounds {
            progress(round)
            for size in round % 2 == 0 ? Self.sizes : Self.sizes.reversed() {
                let place = folder.appendingPathComponent("\(round)-\(size)")
                let (imported, fetched, peak) = try runOnce(size, place)
                importTimes[size, default: []].append(imported)
                fetchTimes[size, default: []].append(fetched)
                peaks[size, default: Peak()].allocated = max(
                    peaks[size]?.allocated ?? 0, peak.allocated)
                peaks[size, default: Peak()].resident = max(
                    peaks[size]?.resident ?? 0, peak.resident)
                try? FileManager.default.removeItem(at: place)
            }
        }
    }

    private func runOnce(
        _ size: Int, _ folder: URL
    ) throws -> (imported: Double, fetched: Double, peak: Peak) {
        var store = try ItemStore(folder: folder, arm: TypedArm.self, isIndexed: true)
        var peak = Peak()
        var sinceLook = 0
        // A reading every ten batches, so that readings add nothing to the cost.
        func look() {
            sinceLook += 1
            if sinceLook % 10 == 1 { peak.note() }
        }
        // With the end of the store: the last one to close it copies the log into the database, a
        // cost that large imports pay on their way and small ones would seem to be spared.
        let importTime = try ContinuousClock().measure {
            try store.importRows(size, batch: Self.batch, look)
            try store.remove()
        }
        store = try ItemStore(folder: folder, arm: TypedArm.self, isIndexed: true)
        var count = 0
        let fetchTime = try ContinuousClock().measure { count = try fetchPages(store, look) }
        guard count == size else { throw BenchmarkError("\(count) of \(size) objects were found") }
        try store.remove()
        return (importTime / .nanoseconds(size), fetchTime / .nanoseconds(size), peak)
    }

    private func fetchPages(_ store: ItemStore, _ look: () -> Void) throws -> Int {
        let request = NSFetchRequest<TypedItem>(entityName: "Item")
        request.fetchLimit = Self.batch
        request.sortDescriptors = [NSSortDescriptor(key: "v0", ascending: true)]
        var count = 0
        var last: Int64 = -1
        while true {
            let found: Int = try store.context.performAndWait {
                request.predicate = NSPredicate(format: "v0 > %@", NSNumber(value: last))
                let page = try store.context.fetch(request)
                var sum: Int64 = 0
                for item in page { sum &+= TypedArm.sum(item) }
                guard sum != 0 || page.isEmpty else {
                    throw BenchmarkError("a page has no values")
                }
                last = page.last?.v0 ?? last
                look()
                store.context.reset()
                return page.count
            }
            if found == 0 { return count }
            count += found
        }
    }
}
