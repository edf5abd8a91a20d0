import Execution

/// A part of main's busy time that its cause tells apart, and the work that is done in it.
///
/// An object that is imported is decoded, made, bound and saved: the amounts of such work go
/// together, and their sum alone leaves open which of them takes the time.
///
///     import   ├── decode ──┼─ execute ─┼────── save ──────┤
///     work        lines        objects      rows, saves
enum BusyPart: CaseIterable {
    case decoding
    /// The app's own code, and everything outside of the other parts.
    case executing
    case reading
    case saving
    case pushing
    /// Merges, and notifications with the time of their observers.
    case merging

    var causes: [Cause] {
        switch self {
        case .decoding: [.decode]
        case .executing: [.execute]
        case .reading: [.fetch, .fault]
        case .saving: [.save]
        case .pushing: [.pushToParent]
        case .merging: [.merge, .notify, .observe]
        }
    }

    /// How much of an observation's work of a kind is done in this part.
    func amount(of work: Work, in observation: CostObservation) -> Double {
        let whole = observation.amounts[work, default: 0]
        guard work == .storeRequests else { return self == work.busyPart ? whole : 0 }
        // A save into a store is one of its requests.
        let saves = min(observation.amounts[.savesBegun, default: 0], whole)
        return self == .saving ? saves : self == .reading ? whole - saves : 0
    }
}

extension Work {
    /// The part in which the work is done; of requests, those that read.
    fileprivate var busyPart: BusyPart {
        switch self {
        case .linesDecoded, .valuesDecoded: .decoding
        case .objectsInserted, .valuesSet, .objectsChanged, .operationsBegun, .operationsRested,
            .operationsLongRested, .waitsBegun, .turnsBegun, .valuesImported:
            .executing
        case .storeRequests, .viewsRenewed, .statements, .sqlInstructions, .rowsStepped,
            .fetchesBegun, .fetchesPassedUp, .objectsFetched, .faultsFired, .faultsRead,
            .objectsCopiedDown, .predicatesEvaluated, .historyFetchesBegun, .changesRead:
            .reading
        case .savesBegun, .pushesBegun, .sqlWriteInstructions, .rowsBound, .valuesGuarded,
            .conflictsSettled, .pagesLogged, .transactionsRecorded, .remoteChangesTold:
            .saving
        case .pushesReceived, .objectsCopiedUp: .pushing
        case .mergesBegun, .objectsMerged, .objectsRefreshed, .idsMerged, .urisMerged,
            .objectsNotified, .resultsOrdered, .resultsChanged:
            .merging
        }
    }
}
