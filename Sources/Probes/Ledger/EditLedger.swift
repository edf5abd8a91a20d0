import Execution

/// Every edit of a run: in which context it stands, since when it is saved, and since when committed.
///
/// Edits lie in the bag of their context. A save empties the bag one level up:
///
///     edit ──▶ bag of worker ──save──▶ bag of main ──save──▶ committed
///              (child of main)         (on the coordinator)
///
/// The ledger is fed in the order in which things happened, either while a run is measured
/// (`RunProbe`) or afterwards from the records that a killed process left (`CrashLab`): one set of
/// rules tells both what a run loses.
///
/// A save has three moments. `willSave` fixes what is saved: what the bag holds then, for nothing
/// is added to a context while its queue saves. `didCommit` is the store's COMMIT. `didSave` says
/// that the call returned. Between the first and the last the edits are *in flight*: a crash may
/// find them in the store or not, but all of one save or nothing.
///
/// One thing cannot be told from outside: a child copies its changes into its parent somewhere
/// between its own two moments, and a parent's save may begin in between. Such edits may have gone
/// along or not. They count as uncommitted until a later save of the parent takes them for sure,
/// and `operationsInFlight` names them, so that a comparison can allow for both.
package struct EditLedger: Sendable {
    /// The edits that one operation made in one context at once.
    package struct Entry: Sendable, Equatable {
        package var operation: Int
        package var count: Int
        package var edited: Instant
        /// The route's hops up to the first `enqueue` were done.
        package var saved: Instant?
        /// The store's COMMIT returned.
        package var committed: Instant?

        package init(
            operation: Int, count: Int, edited: Instant, saved: Instant? = nil,
            committed: Instant? = nil
        ) {
            self.operation = operation
            self.count = count
            self.edited = edited
            self.saved = saved
            self.committed = committed
        }
    }

    /// A save that has begun and not ended.
    private struct OpenSave {
        /// Indices of the entries that it saves.
        var bag: [Int]
        /// Bags of children that were in the middle of a save when this one began.
        var doubts: [[Int]]
        var isCommitted = false
    }

    /// In the order of editing.
    package private(set) var entries: [Entry] = []
    /// The context above each context; roots are not in it.
    private let parents: [String: String]
    private var bags: [String: [Int]] = [:]
    private var openSaves: [String: OpenSave] = [:]
    private var entriesOfOperation: [Int: [Int]] = [:]
    /// For each context, bags that a child's save may have brought into it before they were told of.
    private var doubts: [String: [[Int]]] = [:]
    /// Bags that a transaction may have taken along.
    private var doubtful: [[Int]] = []

    /// - Parameter parents: for each context that has a parent context, that one's name.
    package init(parents: [String: String]) {
        self.parents = parents
    }

    /// `count` edits of an operation now stand in a context.
    package mutating func edit(
        operation: Int, count: Int, in context: String, at instant: Instant
    ) {
        precondition(
            openSaves[context] == nil,
            "“\(context)” is edited in the middle of its own save: the two share a queue")
        let index = entries.count
        entries.append(Entry(operation: operation, count: count, edited: instant))
        bags[context, default: []].append(index)
        entriesOfOperation[operation, default: []].append(index)
    }

    /// What the app believes: the edits of the operation are saved.
    package mutating func saved(operation: Int, at instant: Instant) {
        for index in entriesOfOperation[operation] ?? [] where entries[index].saved == nil {
            entries[index].saved = instant
        }
    }

    /// A save of the context begins: the intent.
    package mutating func willSave(_ context: String) {
        let inFlight = openSaves.keys.filter { parents[$0] == context }.sorted()
        openSaves[context] = OpenSave(
            bag: bags.removeValue(forKey: context) ?? [],
            doubts: (doubts.removeValue(forKey: context) ?? [])
                + inFlight.map { openSaves[$0]!.bag })
    }

    /// The transaction that a root context's save is has been committed.
    package mutating func didCommit(_ context: String, at instant: Instant) {
        guard var save = openSaves[context], parents[context] == nil else { return }
        for index in save.bag where entries[index].committed == nil {
            entries[index].committed = instant
        }
        doubtful.append(contentsOf: save.doubts)
        save.isCommitted = true
        openSaves[context] = save
    }

    /// The save of the context returned: the acknowledgement.
    package mutating func didSave(_ context: String, at instant: Instant) {
        guard let save = openSaves[context] else { return }
        if let parent = parents[context] {
            bags[parent, default: []].append(contentsOf: save.bag)
            doubts[parent, default: []].append(contentsOf: save.doubts)
        } else if !save.isCommitted {
            didCommit(context, at: instant)
        }
        openSaves[context] = nil
    }

    /// The save threw: the edits stay where they were.
    package mutating func didFailToSave(_ context: String) {
        guard let save = openSaves.removeValue(forKey: context), !save.isCommitted else { return }
        bags[context] = save.bag + (bags[context] ?? [])
        doubts[context] = save.doubts + (doubts[context] ?? [])
    }
}

extension EditLedger {
    /// The last operation whose edits an open save of the context saves; `nil` without one.
    package func operationInSave(of context: String) -> Int? {
        openSaves[context]?.bag.last.map { entries[$0].operation }
    }

    /// The operations whose edits are committed.
    package var committedOperations: Set<Int> {
        Set(entries.lazy.filter { $0.committed != nil }.map(\.operation))
    }

    /// Sets of operations that a crash at this point may have left in the store besides the
    /// committed ones: each wholly or not at all, in the order in which they became possible.
    ///
    /// They are the transaction that a root's save has open, and what is `doubtful`.
    package var operationsInFlight: [Set<Int>] {
        var groups: [Set<Int>] = []
        func add(_ bag: [Int]) {
            let pending = bag.filter { entries[$0].committed == nil }
            let group = Set(pending.map { entries[$0].operation })
            if !group.isEmpty, !groups.contains(group) { groups.append(group) }
        }
        doubtful.forEach(add)
        for context in openSaves.keys.sorted() where parents[context] == nil {
            add(openSaves[context]!.bag)
            openSaves[context]!.doubts.forEach(add)
        }
        return groups
    }

    /// Every content that the store may have after a crash at this point, the likeliest first:
    /// what is committed, and that with any of what is in flight.
    ///
    /// - Complexity: 2 to the number of groups in flight; more than six, which no topology of the
    ///   catalogue comes near, are cut to the last six.
    package var possibleContents: [Set<Int>] {
        let groups = operationsInFlight.suffix(6)
        var contents = [committedOperations]
        for group in groups {
            for content in contents {
                let wider = content.union(group)
                if !contents.contains(wider) { contents.append(wider) }
            }
        }
        return contents
    }
}
