/// The expected contents of a store and a stack of contexts, by the documented rules alone.
///
/// It judges the programs about life and identity. Its values are plain, so that a step can be
/// tried on a copy.
///
/// - An object has one instance in each context; every way to it leads there.
/// - Its values are read once, from the context above or the store, and stay until they are
///   refreshed, merged, or given up as a fault. Transient values are each context's own.
/// - Changes in a context are announced when its event ends: with the block, a fetch, a save, a
///   merge, or — on the main queue — the turn of the run loop.
struct LifeWorld {
    typealias Row = LifeEntry.Row
    typealias Kind = LifeProgram.Kind
    typealias Property = LifeProgram.Property

    /// The step makes no sense here.
    struct Skip: Error {}

    /// The changes of a save, by number.
    struct Saved: Equatable {
        var inserted: Set<Int> = []
        var updated: Set<Int> = []
        var deleted: Set<Int> = []

        var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
    }

    /// The changes in a context since its last announcement.
    struct Event: Equatable {
        var inserted: Set<Int> = []
        var updated: Set<Int> = []
        var deleted: Set<Int> = []
        var refreshed: Set<Int> = []
        /// Deletions whose rules are still to be applied, in their order.
        var unpropagated: [Int] = []

        var all: Set<Int> { inserted.union(updated).union(deleted).union(refreshed) }
    }

    /// The notifications that observers of a context must receive in a step.
    struct Heard: Equatable {
        var saves: [Saved] = []
        /// The events, each by the objects that it is about.
        var changes: [Set<Int>] = []
        /// The number of updated objects in each merge.
        var merges: [Int] = []
    }

    /// An ID that the program keeps.
    struct KeptID: Equatable {
        let number: Int
        let kind: Kind
        let origin: Int
        /// Whether it is permanent for certain; otherwise the engine is asked.
        var isTemporary: Bool
    }

    struct Merge {
        let context: Int
        let saved: Saved
    }

    let program: LifeProgram
    var rows: [Int: Row] = [:]
    /// Of every number that was ever given.
    var kinds: [Int: Kind] = [:]
    var contexts: [[Int: LifeEntry]]
    var events: [Event]
    var heard: [Heard]
    /// The last save of each context.
    var saves: [Saved?]
    /// Merges that wait for the main queue.
    var mainMerges: [Merge] = []
    /// What each context's controller shows.
    var lists: [Set<Int>]
    /// The number of updates that each controller must report, by number.
    var updates: [[Int: Int]]
    var places: [Int: KeptID] = [:]
    /// The objects that the program holds of a reset context, and whether their IDs are permanent.
    var ghosts: [[Int: Bool]]
    /// Boxes that ever had an item.
    var relatedBoxes: Set<Int> = []

    init(_ program: LifeProgram) {
        self.program = program
        contexts = program.contexts.map { _ in [:] }
        events = program.contexts.map { _ in Event() }
        heard = program.contexts.map { _ in Heard() }
        saves = program.contexts.map { _ in nil }
        lists = program.contexts.map { _ in [] }
        updates = program.contexts.map { _ in [:] }
        ghosts = program.contexts.map { _ in [:] }
    }

    func parent(_ context: Int) -> Int? { program.contexts[context].parent }

    func ancestors(_ context: Int) -> [Int] {
        guard let parent = parent(context) else { return [] }
        return [parent] + ancestors(parent)
    }

    // MARK: Reading

    /// The values of an object in a context, for the context below it; for `nil`, those in the
    /// store.
    ///
    /// A fault that is registered in the context gets its values in passing.
    mutating func row(_ number: Int, in context: Int?) -> Row? {
        guard let context else { return rows[number] }
        guard let entry = contexts[context][number] else { return row(number, in: parent(context)) }
        guard entry.isAlive else { return nil }
        readOutdated(number, in: context)
        if let own = contexts[context][number]!.own { return own.stored }
        let found = row(number, in: parent(context))
        if let found { contexts[context][number]!.take(found) }
        return found
    }

    /// Knows an object from now on, as a fault.
    mutating func register(_ number: Int, _ kind: Kind, in context: Int) {
        if contexts[context][number] == nil { contexts[context][number] = LifeEntry(kind) }
    }

    /// Reads the values under the unsaved ones of a child's object, if a merge put that off.
    mutating func readOutdated(_ number: Int, in context: Int) {
        guard contexts[context][number]!.isOutdated else { return }
        contexts[context][number]!.isOutdated = false
        guard let row = row(number, in: parent(context)) else { return }
        contexts[context][number]!.rebase(onto: row)
    }

    /// Reads the values, and wakes the object.
    mutating func fire(_ number: Int, in context: Int) throws {
        if contexts[context][number] != nil { readOutdated(number, in: context) }
        guard let entry = contexts[context][number] else { throw Skip() }
        guard entry.isFault else { return }
        if entry.own == nil {
            guard let row = row(number, in: parent(context)) else { throw Skip() }
            contexts[context][number]!.take(row)
        }
        contexts[context][number]!.isFault = false
        let row = contexts[context][number]!.own!
        let wakes = LifeItem.Flags.wakesWithPrimitive | LifeItem.Flags.wakesWithValue
        if row.flags & wakes != 0 {
            let derived = row[.x].map { 10 * $0 }
            contexts[context][number]!.own![.d] = derived
            contexts[context][number]!.base![.d] = derived
        }
    }

    // MARK: Fetching

    /// The result of a fetch in a context, or in the store: by number, with the values there.
    mutating func fetch(_ kind: Kind, above: Int?, in context: Int?) -> [Int: Row] {
        func fits(_ row: Row) -> Bool {
            guard let above else { return true }
            return row[.x].map { $0 > above } ?? false
        }
        guard let context else { return rows.filter { $0.value.kind == kind && fits($0.value) } }
        var found: [Int: Row] = [:]
        for (number, row) in fetch(kind, above: above, in: parent(context)) {
            guard let entry = contexts[context][number] else {
                found[number] = row
                continue
            }
            // A fault takes the row that was found; a loaded object stays as it is.
            if entry.isFault { contexts[context][number]!.take(row) }
            guard entry.isAlive else { continue }
            readOutdated(number, in: context)
            let own = contexts[context][number]!.own!
            if entry.isUpdated && !entry.isInserted && !fits(own) { continue }
            found[number] = own.stored
        }
        for (number, entry) in contexts[context]
        where entry.kind == kind && entry.isAlive && (entry.isInserted || entry.isUpdated) {
            readOutdated(number, in: context)
            if let own = contexts[context][number]!.own, fits(own) { found[number] = own.stored }
        }
        return found
    }

    /// Forgets objects without a holder, an unsaved change or a pending announcement.
    mutating func purge() {
        for index in contexts.indices {
            contexts[index] = contexts[index].filter { number, entry in
                entry.isHeld || (entry.isPending && !entry.isGone) || lists[index].contains(number)
                    || events[index].all.contains(number)
            }
        }
    }
}
