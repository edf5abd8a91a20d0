import Results
import Topologies

/// One thing that is done to a stack, drawn before any stack exists.
package struct Operation: Sendable, Hashable {
    /// What is done, with everything that it needs.
    package enum Payload: Sendable, Hashable {
        /// The notes of these numbers are written, as the plan's `initialNotes` say.
        case preload(Range<Int>)
        /// The cities of these lines are written, as they were some time ago.
        case preloadCities(Range<Int>)
        /// These lines of the data file are imported.
        case importBatch(Range<Int>)
        /// The cities of these lines, imported before, get their countries.
        case linkBatch(Range<Int>)
        /// A page of cities by name.
        case fetchPage(offset: Int, limit: Int)
        /// The same, fetched asynchronously.
        case fetchAsync(offset: Int, limit: Int)
        /// The rows that a list of all cities shows from an offset on, fetched in batches.
        case scroll(offset: Int, limit: Int)
        /// The cities whose name begins so.
        case search(prefix: String, limit: Int)
        /// The city with this key.
        case fetchOne(key: Int)
        /// All notes.
        case fetchAll
        /// A note is written.
        case add(NoteValue)
        /// A note gets these values.
        case edit(NoteValue)
        /// The note of this number is deleted.
        case delete(note: Int)
        /// Notes get these values, from a server.
        case sync([NoteValue])
        case enterBackground
    }

    /// Its number in `operations.csv`, from 0.
    package var index: Int
    package var role: Role
    /// The index of its phase.
    package var phase: Int
    /// From the phase's begin. A closed-loop importer's batches all say zero: each comes due when
    /// the one before is saved.
    package var due: Duration
    /// Objects that it inserts, changes or deletes.
    package var edits: Int
    package var payload: Payload

    package var kind: OperationKind {
        switch payload {
        case .preload, .preloadCities: .preload
        case .importBatch: .importBatch
        case .linkBatch: .linkBatch
        case .fetchPage: .fetchPage
        case .fetchAsync: .fetchAsync
        case .scroll: .scroll
        case .search: .search
        case .fetchOne: .fetchOne
        case .fetchAll: .fetchAll
        case .add: .add
        case .edit: .edit
        case .delete: .delete
        case .sync: .sync
        case .enterBackground: .enterBackground
        }
    }
}
