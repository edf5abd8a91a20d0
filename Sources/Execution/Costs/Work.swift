/// The processor's work, counted: virtual time is the sum of the amounts times `UnitCosts`.
///
/// The engine charges it in bulk, once for a save, a fetch, a push or a merge, never for a single
/// value. On Dispatch it is only counted: the amounts depend on the engine and the workload, and
/// hardly on the machine.
package enum Work: Int, CaseIterable, Sendable {
    /// Objects made and registered in a context as insertions.
    case objectsInserted
    /// Values written to objects, if they are still unsaved when they are counted.
    case valuesSet
    /// Objects whose changes a context has looked at and announced.
    case objectsChanged
    /// Requests to a store that were begun: statements that read, transactions that write.
    case storeRequests
    /// Requests that read after others had committed since their connection's last request.
    ///
    /// SQLite forgets the pages that such a connection had in memory, and reads them anew.
    case viewsRenewed
    /// SQL statements that were run, those that begin and end a transaction among them.
    ///
    /// Their time is in the requests and rows.
    case statements
    /// Instructions of SQLite's virtual machine that statements which read have run.
    case sqlInstructions
    /// Those that statements which write have run: one may take a page apart.
    case sqlWriteInstructions
    /// Rows whose values were bound to a statement that writes.
    case rowsBound
    /// Values that a uniqueness constraint looked for in the store before a save wrote them.
    case valuesGuarded
    /// Conflicts over a uniqueness constraint, or with a newer version, that a merge policy was
    /// given to settle.
    case conflictsSettled
    /// Pages that a commit has appended to the write-ahead log.
    ///
    /// A save of one object writes several: its table's, each index's and the keys'. What a
    /// checkpoint copies back is in their time, too.
    case pagesLogged
    /// Rows that a statement which reads has stepped to.
    case rowsStepped
    /// Fetches that were asked of a context: making the statement or looking at what is there.
    /// Reading a fault is a request, too, but no fetch.
    case fetchesBegun
    /// Fetches that a context passed on to its parent.
    case fetchesPassedUp
    /// Objects, or keys of objects, that a fetch has handed out.
    case objectsFetched
    /// Faults whose values or members were read one by one.
    case faultsFired
    /// Rows, and lists of members, that an SQLite store read one by one: mostly for faults whose
    /// values or members neither a context above nor the row cache had, now and then for a merge.
    case faultsRead
    /// Saves of contexts with changes into a store: what each takes beside its objects.
    case savesBegun
    /// Saves of contexts with changes into a parent: what each takes beside its objects.
    case pushesBegun
    /// Saves of children that a context has taken in: what each takes beside its objects.
    case pushesReceived
    /// Objects whose changes a save has copied into the parent.
    case objectsCopiedUp
    /// Objects that a child context has read from its parent.
    case objectsCopiedDown
    /// Saves of another context that a context merged: what each takes beside its objects.
    case mergesBegun
    /// Objects of another context's save that were merged: looked for, and mostly not registered.
    case objectsMerged
    /// Objects that a merge has made, brought up to date or deleted in its context.
    case objectsRefreshed
    /// IDs that came from elsewhere and were put in order for a merge: of a batch request, of
    /// another coordinator, and twice those of history, into a notification and out of it.
    case idsMerged
    /// URIs for such IDs, which were parsed and looked up.
    case urisMerged
    /// Requests that read a store's persistent history: what each takes beside its changes.
    case historyFetchesBegun
    /// Changes of persistent history that were read.
    case changesRead
    /// Transactions that a store has recorded in its history.
    case transactionsRecorded
    /// Notifications of remote changes that a commit has enqueued: it wakes the queue that posts
    /// them, and those who read history then begin while the saver ends.
    case remoteChangesTold
    /// Objects that were put into the sets of a notification, which a controller or an observer
    /// receives; once more for each of the role observers that reads one.
    case objectsNotified
    /// Results of a controller that were put in order again, because some of them had changed.
    case resultsOrdered
    /// Changed objects that a controller has held against its request, put in their places and told
    /// its delegate of.
    case resultsChanged
    /// Objects that were checked against a predicate in memory.
    case predicatesEvaluated
    /// Operations of a workload that were begun: the app's own part of each.
    case operationsBegun
    /// Those of them before which their role had done nothing for `leastRest`: the core slept, and
    /// their code and data are in no cache.
    case operationsRested
    /// Those of them before which their role had done nothing for `leastLongRest`: other roles and
    /// frames have used the caches since.
    case operationsLongRested
    /// Waits for a queue, a lock or a connection that another thread held: the caller slept, and
    /// was woken when it was let in.
    case waitsBegun
    /// Times that the main thread began to take blocks from its queue: woken, or once more round
    /// its run loop for those that came meanwhile.
    case turnsBegun
    /// Lines of an import's data that were decoded.
    case linesDecoded
    /// Values that those lines brought, those of their parts among them.
    case valuesDecoded
    /// Values that an import has given to objects.
    case valuesImported

    /// The name in figures and files: `rows_bound`.
    package var name: String {
        switch self {
        case .objectsInserted: "objects_inserted"
        case .valuesSet: "values_set"
        case .objectsChanged: "objects_changed"
        case .storeRequests: "store_requests"
        case .viewsRenewed: "views_renewed"
        case .statements: "statements"
        case .sqlInstructions: "sql_instructions"
        case .sqlWriteInstructions: "sql_write_instructions"
        case .rowsBound: "rows_bound"
        case .valuesGuarded: "values_guarded"
        case .conflictsSettled: "conflicts_settled"
        case .pagesLogged: "pages_logged"
        case .rowsStepped: "rows_stepped"
        case .fetchesBegun: "fetches_begun"
        case .fetchesPassedUp: "fetches_passed_up"
        case .objectsFetched: "objects_fetched"
        case .faultsFired: "faults_fired"
        case .faultsRead: "faults_read"
        case .savesBegun: "saves_begun"
        case .pushesBegun: "pushes_begun"
        case .pushesReceived: "pushes_received"
        case .objectsCopiedUp: "objects_copied_up"
        case .objectsCopiedDown: "objects_copied_down"
        case .mergesBegun: "merges_begun"
        case .objectsMerged: "objects_merged"
        case .objectsRefreshed: "objects_refreshed"
        case .idsMerged: "ids_merged"
        case .urisMerged: "uris_merged"
        case .historyFetchesBegun: "history_fetches_begun"
        case .changesRead: "changes_read"
        case .transactionsRecorded: "transactions_recorded"
        case .remoteChangesTold: "remote_changes_told"
        case .objectsNotified: "objects_notified"
        case .resultsOrdered: "results_ordered"
        case .resultsChanged: "results_changed"
        case .predicatesEvaluated: "predicates_evaluated"
        case .operationsBegun: "operations_begun"
        case .operationsRested: "operations_rested"
        case .operationsLongRested: "operations_long_rested"
        case .waitsBegun: "waits_begun"
        case .turnsBegun: "turns_begun"
        case .linesDecoded: "lines_decoded"
        case .valuesDecoded: "values_decoded"
        case .valuesImported: "values_imported"
        }
    }

    /// The kinds that every execution counts.
    ///
    /// To count the values that were set takes time for each object, so that Dispatch does not.
    package static let counted: [Work] = allCases.filter { $0 != .valuesSet }

    /// The kinds that have a cost: the time of statements is in the requests, instructions and
    /// rows.
    package static let priced: [Work] = counted.filter { $0 != .statements }

    /// Whether the amount depends on when things happen, so that neither more nor less of it is
    /// better: a faster role rests more often, and a main queue that is late takes more at a time.
    package var isOfTiming: Bool {
        switch self {
        case .viewsRenewed, .operationsRested, .operationsLongRested, .waitsBegun, .turnsBegun: true
        default: false
        }
    }

    /// How long a role has rested whose next operation is cold.
    package static let leastRest = Duration.milliseconds(1)
    /// How long it has rested before one that is colder still: an operation of a user who types 25
    /// times a second takes twice as long as one of 300 a second, most of which rested, too.
    package static let leastLongRest = Duration.milliseconds(10)
}
