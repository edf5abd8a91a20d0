/// The costs of a unit of work or a call to a file in virtual time.
///
/// The lab has no other cost model.
package struct UnitCosts: Sendable, Hashable, Codable {
    /// The cost of a call to a file.
    package struct Call: Sendable, Hashable, Codable {
        /// Nanoseconds for each call.
        package var callNanoseconds: Int64
        /// Nanoseconds for each 1,024 bytes.
        package var kibibyteNanoseconds: Int64

        /// Makes a cost of its two parts.
        package init(callNanoseconds: Int64, kibibyteNanoseconds: Int64) {
            self.callNanoseconds = callNanoseconds
            self.kibibyteNanoseconds = kibibyteNanoseconds
        }

        fileprivate func nanoseconds(of bytes: Int) -> Int64 {
            callNanoseconds + kibibyteNanoseconds * Int64(bytes) / 1024
        }
    }

    private var work: [Int64]
    private var calls: [Call]
    /// What it takes, beside the call, to give back the space of a file that is cut or deleted.
    package var freed = Call(callNanoseconds: 0, kibibyteNanoseconds: 0)
    /// How the time of a sync scatters; `nil` if every sync takes its median.
    package var tail: LatencyTail?

    /// The cores that all threads share; `nil` if each has one to itself.
    package var cores: Int?
    /// Nanoseconds until a thread that sleeps goes on when there is something to do for it.
    package var wakeNanoseconds: Int64 = 0

    /// The costs of this core on the machine that it was made on, to one digit.
    ///
    /// A caller that wants another machine's costs sets them.
    package static let reference = UnitCosts()

    private init() {
        work = Work.allCases.map(Self.nanoseconds)
        calls = IOKind.allCases.map(Self.cost)
    }

    /// The nanoseconds that one unit of work takes.
    package subscript(kind: Work) -> Int64 {
        get { work[kind.rawValue] }
        set { work[kind.rawValue] = newValue }
    }

    /// The cost of a call to a file.
    package subscript(kind: IOKind) -> Call {
        get { calls[kind.rawValue] }
        set { calls[kind.rawValue] = newValue }
    }

    /// How long an amount of work takes.
    package func nanoseconds(of kind: Work, count: Int) -> Int64 {
        self[kind] * Int64(count)
    }

    /// The time of a call that moves a number of bytes.
    package func nanoseconds(of kind: IOKind, bytes: Int) -> Int64 {
        self[kind].nanoseconds(of: bytes)
    }

    /// How long a call that gives back the space of a number of bytes waits for it.
    package func nanoseconds(freeing bytes: Int) -> Int64 {
        bytes > 0 ? freed.nanoseconds(of: bytes) : 0
    }

    // An insert with its save takes about 3 µs here, an object of a fetch about 1 µs, most of
    // either in SQLite; an empty fetch about 10 µs. Of the parts only their order was measured. A
    // line of the cities takes 17 µs to decode; an operation's own part is assumed. A fault that
    // the row cache answers takes 0.2 to 0.4 µs, one that is read 3 to 5 µs more; a fetch among
    // 3,000 takes 4 µs more if it is passed on to a parent. Of small and large batches beside each
    // other: what reads history takes 0.1 ms, and its changes little more than their SQL. A child's
    // save of one object takes 8 to 10 µs of its parent, a URI 4 µs.
    private static func nanoseconds(of kind: Work) -> Int64 {
        switch kind {
        case .objectsInserted: 300
        case .valuesSet: 20
        case .objectsChanged: 50
        case .storeRequests: 10_000
        // Their time is in the requests, rows and saves, in the operations, lines and merges, and
        // in the notifications.
        case .viewsRenewed, .statements, .sqlInstructions, .sqlWriteInstructions, .valuesGuarded,
            .pagesLogged, .fetchesBegun, .operationsRested, .operationsLongRested, .waitsBegun,
            .turnsBegun, .resultsChanged, .valuesDecoded, .valuesImported:
            0
        case .conflictsSettled: 10_000
        case .rowsBound: 2_000
        case .rowsStepped: 600
        case .objectsFetched: 300
        case .fetchesPassedUp: 4_000
        case .faultsFired: 300
        case .faultsRead: 3_000
        case .savesBegun, .pushesBegun: 20_000
        case .pushesReceived: 10_000
        case .objectsCopiedUp: 600
        case .objectsCopiedDown: 300
        case .mergesBegun: 20_000
        case .objectsMerged: 50
        case .objectsRefreshed: 1_500
        case .idsMerged: 500
        case .urisMerged: 4_000
        case .historyFetchesBegun: 100_000
        case .changesRead: 200
        case .transactionsRecorded: 50_000
        case .remoteChangesTold: 70_000
        case .objectsNotified: 200
        case .resultsOrdered: 50
        case .predicatesEvaluated: 300
        case .operationsBegun: 50_000
        case .linesDecoded: 20_000
        }
    }

    // The page cache of a Linux machine moves a KiB in about 0.1 µs; a sync of an NVMe disk is
    // about a millisecond.
    private static func cost(of kind: IOKind) -> Call {
        switch kind {
        case .open: Call(callNanoseconds: 20_000, kibibyteNanoseconds: 0)
        case .delete: Call(callNanoseconds: 30_000, kibibyteNanoseconds: 0)
        case .read: Call(callNanoseconds: 1_000, kibibyteNanoseconds: 100)
        case .write: Call(callNanoseconds: 2_000, kibibyteNanoseconds: 200)
        case .truncate: Call(callNanoseconds: 10_000, kibibyteNanoseconds: 0)
        case .sync: Call(callNanoseconds: 1_000_000, kibibyteNanoseconds: 0)
        }
    }
}
