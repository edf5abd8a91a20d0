import Documents
import Execution

/// What work and storage cost on a device: numbers, each with its source.
///
///     core: lab      a unit of work costs  reference × processor
///     core: apple    … object-graph work   reference × processor × apple's factor
///     calibrated     … the fitted costs in the place of the reference's; calls but syncs are free
///     a sync         median of its kind + bytes since the last one, then the tail
///     a file is cut  or deleted: what its space takes that is given back
package struct Device: Sendable, Hashable {
    /// The kind of sync that SQLite's sync becomes.
    package enum Sync: String, Sendable, CaseIterable {
        /// `fsync`: the bytes are on their way to the drive.
        case fsync
        /// `F_BARRIERFSYNC`: later writes do not overtake them.
        case barrier
        /// `F_FULLFSYNC`: the drive has emptied its cache.
        case full
    }

    /// Whose implementation of Core Data does the object-graph work.
    package enum Core: String, Codable, Sendable, CaseIterable {
        /// This lab's, on the device's hardware.
        case lab
        /// Apple's, by an estimated factor.
        case apple
    }

    /// What it takes, beside the call, to give back the space of a file that is cut or deleted: of
    /// a log that begins anew, of a journal.
    package struct Freeing: Sendable, Hashable {
        /// Nanoseconds for each call that gives some back.
        package var call: SourcedNumber
        /// Nanoseconds for each KiB that lay on the disk.
        package var kibibyte: SourcedNumber
    }

    /// The greatest multiple, and the longest time in nanoseconds, of a number: what all work of a
    /// run takes by greater ones would not fit the clock.
    static let greatestMultiple = 1_000.0
    static let longestTime = 10e9

    package var name: String
    package var title: String
    /// What it is, for whom.
    package var about: String
    /// Whether figures of a measured run on it exist.
    package var isMeasured: Bool
    /// Time of a piece of work on it, as a multiple of the time on the reference.
    package var processor: SourcedNumber
    /// Apple's time of object-graph work, as a multiple of this core's on the same hardware; `nil`
    /// for devices that Apple's framework does not run on.
    package var apple: SourcedNumber?
    /// The cores that an app's threads share; `nil` if that is unknown, and each has one to itself.
    package var cores: SourcedNumber?
    /// Nanoseconds until a sleeping thread goes on with what it was given; `nil` if that is
    /// unknown, and it goes on at once.
    package var wake: SourcedNumber?
    /// Which of `syncs` SQLite's sync becomes.
    package var sync: Sync
    /// The median of a sync with nothing to write, in nanoseconds.
    package var syncs: [Sync: SourcedNumber]
    /// Nanoseconds for each KiB that a file received since its last sync.
    package var syncKibibyte: SourcedNumber
    package var tail: SyncTail
    /// What it takes to give space back; `nil` if that is unknown, and only the call takes time.
    package var freeing: Freeing?
    /// The costs of work, where this machine was measured; `nil` for those of the reference.
    package var calibration: Calibration?

    /// The numbers that its costs rest on, with their names; those of a calibration stand apart.
    ///
    /// - Parameter core: Apple's factor counts only where it is used.
    package func numbers(core: Core) -> [(name: String, number: SourcedNumber)] {
        var numbers = [("processor", processor)]
        if core == .apple, let apple { numbers.append(("apple", apple)) }
        if let cores { numbers.append(("cores", cores)) }
        if let wake { numbers.append(("wake", wake)) }
        if let chosen = syncs[sync] { numbers.append(("sync.\(sync.rawValue)", chosen)) }
        numbers.append(("sync.per-kib", syncKibibyte))
        numbers += tail.points.map { ("\(tail.name).\($0.name)", $0.multiple) }
        numbers.append(("\(tail.name).cap", tail.cap))
        if let freeing {
            numbers += [("free.call", freeing.call), ("free.per-kib", freeing.kibibyte)]
        }
        return numbers
    }

    /// The device's name in tables and results, with Apple's core where that is simulated.
    package func name(on core: Core) -> String { Self.name(name, on: core) }

    /// The same of a name, or of several that were joined.
    package static func name(_ name: String, on core: Core) -> String {
        core == .lab ? name : "\(name):core=apple"
    }

    /// The SHA-256 of what the files of some devices say of a core, in hexadecimal: all numbers
    /// with their ranges, without their sources.
    static func digest(of devices: [Device], core: Core) -> String {
        var hash = SHA256()
        for device in devices {
            for (name, number) in device.numbers(core: core) {
                hash.update("\(name) \(number.range) \(number.value)\n")
            }
            guard let calibration = device.calibration else { continue }
            for work in Work.allCases {
                if let cost = calibration.costs[work] { hash.update("\(work.name) \(cost)\n") }
                if let other = calibration.together[work] {
                    hash.update("\(work.name) in \(other.name)\n")
                }
            }
        }
        return hash.hex()
    }

    /// The costs of work and calls on it.
    ///
    /// - Precondition: `apple` is known where the core is Apple's.
    package func costs(core: Core) -> UnitCosts {
        var costs = UnitCosts.reference
        for work in Work.allCases {
            let factor = core == .apple ? work.appleFactor(apple!.value) : 1
            let unit = calibration?.nanoseconds(of: work) ?? costs[work]
            costs[work] = Self.scaled(unit, by: processor.value * factor)
        }
        // The page cache, and the system's part of a call, scale with the processor.
        for call in IOKind.allCases where call != .sync {
            guard calibration == nil else {
                costs[call] = UnitCosts.Call(callNanoseconds: 0, kibibyteNanoseconds: 0)
                continue
            }
            costs[call] = UnitCosts.Call(
                callNanoseconds: Self.scaled(costs[call].callNanoseconds, by: processor.value),
                kibibyteNanoseconds: Self.scaled(
                    costs[call].kibibyteNanoseconds, by: processor.value))
        }
        costs[.sync] = UnitCosts.Call(
            callNanoseconds: Int64((syncs[sync]?.value ?? 0).rounded()),
            kibibyteNanoseconds: Int64(syncKibibyte.value.rounded()))
        costs.tail = tail.latency
        if let freeing {
            costs.freed = UnitCosts.Call(
                callNanoseconds: Int64(freeing.call.value.rounded()),
                kibibyteNanoseconds: Int64(freeing.kibibyte.value.rounded()))
        }
        costs.cores = cores.map { max(1, Int($0.value.rounded())) }
        costs.wakeNanoseconds = Int64((wake?.value ?? 0).rounded())
        return costs
    }

    static func scaled(_ nanoseconds: Int64, by factor: Double) -> Int64 {
        Int64((Double(nanoseconds) * factor).rounded())
    }
}

extension Work {
    /// Apple's time for a unit, as a multiple of this core's.
    ///
    /// SQLite's own work is the same C code. A request and a predicate are partly SQLite's and
    /// partly the framework's: twice is assumed.
    fileprivate func appleFactor(_ factor: Double) -> Double {
        switch self {
        case .objectsInserted, .valuesSet, .objectsChanged, .objectsFetched, .faultsFired,
            .objectsCopiedUp, .objectsCopiedDown, .objectsMerged, .objectsRefreshed, .idsMerged,
            .urisMerged, .changesRead, .objectsNotified, .resultsOrdered, .resultsChanged,
            .savesBegun, .pushesBegun, .pushesReceived, .mergesBegun, .fetchesPassedUp,
            .conflictsSettled, .valuesImported:
            factor
        case .storeRequests, .faultsRead, .fetchesBegun, .predicatesEvaluated,
            .historyFetchesBegun, .transactionsRecorded, .remoteChangesTold, .valuesGuarded:
            2
        // The app's own work, and Foundation's, are not Core Data's.
        case .viewsRenewed, .statements, .sqlInstructions, .sqlWriteInstructions, .rowsBound,
            .pagesLogged, .rowsStepped, .operationsBegun, .operationsRested, .operationsLongRested,
            .waitsBegun, .turnsBegun, .linesDecoded, .valuesDecoded:
            1
        }
    }
}
