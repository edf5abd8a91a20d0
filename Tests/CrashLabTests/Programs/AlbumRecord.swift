import CoreData
import Execution
import StoreIO

/// What a random program has done to its store, call by call, and what must be left of it.
struct AlbumRecord {
    /// A moment that the log marks with a note of its position in `events`.
    enum Event {
        /// A change was asked for; its transaction has everything but its COMMIT; it was answered.
        case began(Int), committing(Int), acknowledged(Int)
        /// Of deletions of history before the transaction of this number.
        case purging(Int), purged(Int)
    }

    /// What a pinned reader saw.
    struct Sight {
        let reader: Int
        let rows: [String]
        /// The changes that were answered before it took its state.
        let acknowledged: [Int]
    }

    var mode = ""
    var synchronous = ""
    var changes: [AlbumWriter.Change] = []
    var events: [Event] = []
    /// The changes by their transactions' numbers, from 1, as followers were told.
    var order: [Int] = []
    /// Tokens that were handed out, by their transactions' numbers; 0 for the one from the start.
    var tokens: [Int: NSPersistentHistoryToken] = [:]
    var sights: [Sight] = []
    var failures: [String] = []
    var log: StoreLog?

    /// The rows after each transaction, sorted, from 0.
    var states: [[String]] {
        var own: [Int: [String]] = [:]
        return [[]]
            + order.map { change in
                own[changes[change].writer] = changes[change].rows
                return own.values.flatMap { $0 }.sorted()
            }
    }

    /// Where the first event is marked.
    var began: Int { log?.operations.firstIndex { $0.kind == .note } ?? 0 }

    /// What a crash before an operation of the log must have left, at least and at most.
    func bounds(_ end: Int, isPowerLoss: Bool) -> Bounds {
        guard var log else { return Bounds() }
        // What is durable by then follows from the calls until then, in the order of the kernel.
        log.operations.removeSubrange(end...)
        let durable = DurabilityTimeline(log)
        let numbers = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0 + 1) })
        let promised = !isPowerLoss || synchronous == "EXTRA" || (mode != "DELETE" && isFull)
        var bounds = Bounds()
        var (writer, commits) = (Int?.none, 0)
        for operation in log.operations {
            if operation.kind == .commit {
                // Its last event says whose it is, since a writer holds the lock from there on.
                if let change = writer, !isPowerLoss || durable.commits[commits] != nil {
                    bounds.transactions.raise(toAtLeast: numbers[change] ?? 0)
                }
                (writer, commits) = (nil, commits + 1)
            }
            guard let note = operation.noteID else { continue }
            switch events[Int(note)] {
            case .began(let change): bounds.begun.insert(change)
            case .committing(let change): writer = change
            case .acknowledged(let change):
                if promised { bounds.transactions.raise(toAtLeast: numbers[change] ?? 0) }
            case .purging(let first): bounds.lastFloor = max(bounds.lastFloor, first)
            case .purged(let first):
                if promised { bounds.firstFloor = max(bounds.firstFloor, first) }
            }
        }
        return bounds
    }

    private var isFull: Bool { synchronous == "FULL" }

    struct Bounds {
        /// The last transaction that must be there.
        var transactions = 0
        /// The changes that may be there.
        var begun: Set<Int> = []
        /// The first transaction that history may begin with, at least and at most.
        var firstFloor = 1, lastFloor = 1
    }
}

extension Int {
    fileprivate mutating func raise(toAtLeast least: Int) { self = Swift.max(self, least) }
}
