import Execution

/// Every edit of a run: its context, and the instants at which it was saved and committed.
///
/// Edits lie in the bag of their context. A save takes the bag one level up:
///
///     edit ──▶ bag of worker ──save──▶ bag of main ──save──▶ committed
///              (child of main)         (on the coordinator)
///
/// The ledger is fed in the order of events, either while a run is measured (`RunProbe`) or
/// afterwards from the records that a killed process left (`CrashLab`): one set of rules decides
/// for both which edits a run loses.
///
/// The moments of a save, and the queue on which each is reported:
///
///     a child's    willSave ─────── didPush ─────── didSave       didPush on the parent's queue,
///                  (its queue)      (the parent's)  (its queue)   the others on the child's
///     a root's     willSave ─────── didCommit ───── didSave       all on its queue
///
/// `willSave` fixes the saved edits: the bag's content then, for nothing is added to a context
/// while its own queue saves it. `didPush` must come on the parent's queue: between it and
/// `didSave` the parent may begin a save that takes the edits along. Between a root's `willSave`
/// and `didSave` the edits are *in flight*: a crash finds all of them in the store or none.
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
        /// The number of the attempt to commit, counted by the ledger's feeder; `nil` from a feeder
        /// that does not count.
        ///
        /// Two commits may fall on one instant.
        package var attempt: UInt64?
        /// A save failed that was to take them on, and the app believed them saved: the first time.
        package var silentlyFailed: Instant?

        package init(
            operation: Int, count: Int, edited: Instant, saved: Instant? = nil,
            committed: Instant? = nil, attempt: UInt64? = nil, silentlyFailed: Instant? = nil
        ) {
            self.operation = operation
            self.count = count
            self.edited = edited
            self.saved = saved
            self.committed = committed
            self.attempt = attempt
            self.silentlyFailed = silentlyFailed
        }
    }

    /// A save that has begun and not ended.
    private struct OpenSave {
        /// Indices of the entries that it saves.
        var bag: [Int]
        /// Whether the edits have gone up: into the parent, or into the store.
        var hasArrived = false
    }

    /// In the order of editing.
    package private(set) var entries: [Entry] = []
    /// The context above each context; roots are not in it.
    private var parents: [String: String]
    private var bags: [String: [Int]] = [:]
    private var openSaves: [String: OpenSave] = [:]
    private var entriesOfOperation: [Int: [Int]] = [:]
    /// Entries whose last save failed in the context that still has them, with the time of that
    /// save.
    private var failures: [Int: Instant] = [:]

    /// - Parameter parents: for each context that has a parent context, that one's name.
    package init(parents: [String: String]) {
        self.parents = parents
    }

    /// A context has come into sight, or has got another parent.
    ///
    /// - Parameter parent: `nil` for a root.
    package mutating func place(_ context: String, under parent: String?) {
        parents[context] = parent
    }

    /// Adds `count` edits of an operation to a context's bag.
    package mutating func edit(
        operation: Int, count: Int, in context: String, at instant: Instant
    ) {
        let index = entries.count
        entries.append(Entry(operation: operation, count: count, edited: instant))
        bags[context, default: []].append(index)
        entriesOfOperation[operation, default: []].append(index)
    }

    /// Records that the app believes the edits of the operation saved.
    ///
    /// A save further up, without a waiting caller, may have failed already.
    package mutating func saved(operation: Int, at instant: Instant) {
        for index in entriesOfOperation[operation] ?? [] where entries[index].saved == nil {
            entries[index].saved = instant
            if failures[index] != nil, entries[index].committed == nil {
                entries[index].silentlyFailed = instant
            }
        }
    }

    /// The edits of an operation were written past their context: they are saved and committed.
    package mutating func committed(
        operation: Int, in context: String, at instant: Instant, attempt: UInt64? = nil
    ) {
        let written = Set(entriesOfOperation[operation] ?? [])
        bags[context]?.removeAll { written.contains($0) }
        for index in written {
            entries[index].saved = instant
            entries[index].committed = instant
            entries[index].attempt = attempt
        }
    }

    /// The edits of an operation were rolled back before they were saved anywhere: they never were.
    package mutating func withdraw(operation: Int) {
        let withdrawn = Set(entriesOfOperation[operation] ?? [])
        for context in bags.keys.sorted() {
            bags[context]!.removeAll { withdrawn.contains($0) }
        }
        for index in withdrawn { entries[index].count = 0 }
        entriesOfOperation[operation] = nil
    }

    /// A save of the context begins: the intent.
    package mutating func willSave(_ context: String) {
        openSaves[context] = OpenSave(bag: bags.removeValue(forKey: context) ?? [])
    }

    /// A child's changes have been copied into its parent; nothing for a root.
    package mutating func didPush(_ context: String) {
        guard let parent = parents[context], let save = openSaves[context], !save.hasArrived
        else { return }
        bags[parent, default: []].append(contentsOf: save.bag)
        for index in save.bag { failures[index] = nil }
        openSaves[context]!.hasArrived = true
    }

    /// The transaction that a root context's save is has been committed; nothing for a child.
    package mutating func didCommit(
        _ context: String, at instant: Instant, attempt: UInt64? = nil
    ) {
        guard parents[context] == nil, let save = openSaves[context], !save.hasArrived
        else { return }
        for index in save.bag where entries[index].committed == nil {
            entries[index].committed = instant
            entries[index].attempt = attempt
        }
        openSaves[context]!.hasArrived = true
    }

    /// Records that the save of the context returned: the acknowledgement.
    ///
    /// Steps of the save that were not reported before have happened by now.
    package mutating func didSave(_ context: String, at instant: Instant) {
        didPush(context)
        didCommit(context, at: instant)
        openSaves[context] = nil
    }

    /// Records that a context's save threw: the edits stay in the context.
    ///
    /// If the app believes these edits saved, they are lost even without a crash, unless a later
    /// save takes them along.
    package mutating func didFailToSave(_ context: String, at instant: Instant) {
        guard let save = openSaves.removeValue(forKey: context), !save.hasArrived else { return }
        bags[context] = save.bag + (bags[context] ?? [])
        for index in save.bag {
            failures[index] = instant
            if entries[index].saved != nil, entries[index].silentlyFailed == nil {
                entries[index].silentlyFailed = instant
            }
        }
    }
}

extension EditLedger {
    /// The last operation whose edits an open save of the context saves; `nil` without one.
    package func operationInSave(of context: String) -> Int? {
        openSaves[context]?.bag.last.map { entries[$0].operation }
    }

    /// The operations with edits in a context, in the order of editing: its next save takes them
    /// along.
    ///
    /// Edits in an open save are not included.
    package func pendingOperations(in context: String) -> [Int] {
        var seen: Set<Int> = []
        return (bags[context] ?? []).map { entries[$0].operation }
            .filter { seen.insert($0).inserted }
    }

    /// Whether the app believes all edits of an operation saved.
    package func isBelievedSaved(_ operation: Int) -> Bool {
        let entries = entriesOfOperation[operation] ?? []
        return !entries.isEmpty && entries.allSatisfy { self.entries[$0].saved != nil }
    }

    /// Children of the context with a save that has begun and not gone up yet, by name.
    package func childrenSaving(into context: String) -> [String] {
        openSaves.filter { parents[$0.key] == context && !$0.value.hasArrived }.keys.sorted()
    }

    /// All operations whose edits are committed, in the order of editing.
    package var committedOperations: [Int] {
        operations { entries[$0].committed != nil }
    }

    /// Every content that the store may have after a crash at this point, the likeliest first.
    ///
    /// Each content is the committed operations, alone or with the edits in flight of any roots, in
    /// the order of editing.
    ///
    /// - Complexity: 2 to the number of roots; a topology has at most two.
    package var possibleContents: [[Int]] {
        let choices = openBags.reduce(into: [Set<Int>()]) { choices, bag in
            choices += choices.map { $0.union(bag) }
        }
        return choices.map { arrived in
            operations { entries[$0].committed != nil || arrived.contains($0) }
        }
    }

    /// The operations in the roots' open transactions, by the roots' names.
    private var openBags: [[Int]] {
        openSaves.keys.sorted().compactMap { context in
            guard parents[context] == nil, let save = openSaves[context], !save.hasArrived,
                !save.bag.isEmpty
            else { return nil }
            return save.bag
        }
    }

    /// The operations whose entries all are of a kind, in the order of editing.
    private func operations(where isIncluded: (Int) -> Bool) -> [Int] {
        var seen: Set<Int> = []
        return entries.map(\.operation).filter { operation in
            // An operation whose edits were withdrawn has no entries.
            seen.insert(operation).inserted
                && entriesOfOperation[operation]?.allSatisfy(isIncluded) == true
        }
    }
}
