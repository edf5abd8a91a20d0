/// The expected contents of a store and some contexts, by the documented rules alone.
///
/// It judges random programs. Its values are plain, so that a step can be tried on a copy. It
/// assumes these rules of Apple's documentation:
/// - An object has one state in each context. Its values are read once, from the context above or
///   the store, and stay until they are refreshed, merged, or given up as a fault.
/// - A fetch asks the level above and lays the unsaved changes of this one over the answer; it
///   changes no loaded object.
/// - A save takes the changed properties one level up.
struct ExpectedWorld {
    typealias Row = ExpectedEntry.Row

    /// The step makes no sense here: its object is not there, or can no longer be read.
    struct Skip: Error {}

    /// The changes of a save, by number.
    struct Saved {
        var inserted: [Int] = []
        var updated: [Int] = []
        var deleted: [Int] = []
    }

    struct Pair: Hashable {
        let book: Int
        let tag: Int
    }

    let program: Program
    var rows: [Int: Row] = [:]
    var pairs: Set<Pair> = []
    var contexts: [[Int: ExpectedEntry]]
    /// The last save of each context.
    var saves: [Saved?]
    /// Contexts whose temporary IDs are permanent above: they would read other objects.
    var estranged: Set<Int> = []
    /// The contexts that the last step reset; a runner of the model resets them, too.
    var restarted: [Int] = []

    init(_ program: Program) {
        self.program = program
        contexts = program.contexts.map { _ in [:] }
        saves = program.contexts.map { _ in nil }
    }

    func parent(_ context: Int) -> Int? { program.contexts[context].parent }

    // MARK: Reading

    /// The values of an object in a context, for the context below it; for `nil`, those in the
    /// store.
    ///
    /// A fault that is registered in the context gets its values in passing.
    mutating func row(_ number: Int, in context: Int?) -> Row? {
        guard let context else { return rows[number] }
        guard let entry = contexts[context][number] else { return row(number, in: parent(context)) }
        guard entry.isAlive else { return nil }
        if let own = entry.own { return own }
        let found = row(number, in: parent(context))
        if let found { contexts[context][number]!.take(found) }
        return found
    }

    /// Knows an object from now on, as a fault.
    mutating func register(_ number: Int, _ kind: Program.Kind, in context: Int) {
        if contexts[context][number] == nil { contexts[context][number] = ExpectedEntry(kind) }
    }

    /// Reads the values.
    mutating func fire(_ number: Int, in context: Int) throws {
        guard let entry = contexts[context][number] else { throw Skip() }
        guard entry.isFault else { return }
        if entry.own == nil {
            guard let row = row(number, in: parent(context)) else { throw Skip() }
            contexts[context][number]!.take(row)
        }
        contexts[context][number]!.isFault = false
    }

    /// The members of the object's to-many, read once.
    mutating func members(_ number: Int, in context: Int) throws -> Set<Int> {
        try fire(number, in: context)
        let entry = contexts[context][number]!
        if let members = entry.members { return members }
        var members: Set<Int> = []
        if !entry.isInserted {
            members = try membersAbove(number, entry.kind, parent(context))
        }
        members.subtract(entry.removed)
        members.formUnion(entry.added)
        contexts[context][number]!.members = members
        return members
    }

    private mutating func membersAbove(
        _ number: Int, _ kind: Program.Kind, _ context: Int?
    ) throws -> Set<Int> {
        if let context {
            // An object of the level above answers where it knows more than the next one.
            if let entry = contexts[context][number],
                entry.isInserted || entry.members != nil || !entry.added.isEmpty
                    || !entry.removed.isEmpty
            {
                return try members(number, in: context)
            }
            return try membersAbove(number, kind, parent(context))
        }
        switch kind {
        case .author: return Set(rows.filter { $0.value.author == number }.keys)
        case .book: return Set(pairs.filter { $0.book == number }.map(\.tag))
        case .tag: return Set(pairs.filter { $0.tag == number }.map(\.book))
        }
    }

    // MARK: Fetching

    /// The result of a fetch in a context, or in the store: by number, with the values there.
    mutating func fetch(
        _ kind: Program.Kind, _ filter: Program.Filter, in context: Int?
    ) -> [Int: Row] {
        func fits(_ row: Row) -> Bool {
            switch filter {
            case .all: true
            case .xIs(let value): row.x == value
            case .yAbove(let value): row.y.map { $0 > value } ?? false
            case .authorIs(let number): row.author == number
            }
        }
        guard let context else { return rows.filter { $0.value.kind == kind && fits($0.value) } }
        var found: [Int: Row] = [:]
        for (number, row) in fetch(kind, filter, in: parent(context)) {
            guard let entry = contexts[context][number] else {
                found[number] = row
                continue
            }
            // A fault takes the row that was found; a loaded object stays as it is.
            if entry.isFault { contexts[context][number]!.take(row) }
            guard entry.isAlive else { continue }
            let own = contexts[context][number]!.own!
            if entry.isUpdated && !entry.isInserted && !fits(own) { continue }
            found[number] = own
        }
        for (number, entry) in contexts[context]
        where entry.kind == kind && entry.isAlive && (entry.isInserted || entry.isUpdated) {
            if let own = entry.own, fits(own) { found[number] = own }
        }
        return found
    }

    /// Forgets objects that are neither held nor to be saved.
    mutating func purge() {
        for index in contexts.indices {
            contexts[index] = contexts[index].filter {
                $0.value.isHeld || ($0.value.isPending && !$0.value.isGone)
            }
        }
    }
}
