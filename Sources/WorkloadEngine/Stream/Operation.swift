import Results
import Topologies

/// One thing that is done to a stack, drawn before any stack exists.
package struct Operation: Sendable, Hashable {
    /// The operation's act, with all of its values.
    package enum Payload: Sendable, Hashable {
        /// Writes the notes of these numbers, with the values of the plan's `initialNotes`.
        case preload(Range<Int>)
        /// The objects of these lines are written, as they were some time ago.
        case preloadImported(Range<Int>)
        /// The partners that these lines name are written.
        case preloadPartners(Range<Int>)
        /// These lines of the importer's data are imported.
        case importBatch(Range<Int>)
        /// These lines are imported, and rolled back before the save: the user has cancelled.
        case cancelBatch(Range<Int>)
        /// The objects of these lines, imported before, get their partners.
        case linkBatch(Range<Int>)
        /// A page of the list, in its order.
        case fetchPage(offset: Int, limit: Int)
        /// The same, fetched asynchronously.
        case fetchAsync(offset: Int, limit: Int)
        /// The rows that a list of all imported objects shows from an offset on, in batches.
        case scroll(offset: Int, limit: Int)
        /// The imported objects whose text in the list begins so.
        case search(prefix: String, limit: Int)
        /// The imported object with this key.
        case fetchOne(key: OwnValue)
        /// Fetches all notes.
        case fetchAll
        /// Looks up the note of this number, which is deleted, by its ID.
        case lookUp(note: Int)
        /// Writes a note.
        case add(NoteValue)
        /// Sets a note to these values.
        case edit(NoteValue)
        /// Sets what lines leave to the user on the object of the line of this number, imported
        /// before.
        case mark(NoteValue)
        /// Deletes the note of this number.
        case delete(note: Int)
        /// Sets notes to these values, which a server sent.
        case sync([NoteValue])
        case enterBackground
    }

    /// Its number in `operations.csv`, from 0.
    package var index: Int
    package var role: Role
    /// The index of its phase.
    package var phase: Int
    /// The due time from the phase's begin.
    ///
    /// All batches of a closed-loop importer have zero: each comes due when the previous one is
    /// saved.
    package var due: Duration
    /// Objects that it inserts, changes or deletes.
    package var edits: Int
    package var payload: Payload

    package var kind: OperationKind {
        switch payload {
        case .preload, .preloadImported, .preloadPartners: .preload
        case .importBatch: .importBatch
        case .cancelBatch: .cancelBatch
        case .linkBatch: .linkBatch
        case .fetchPage: .fetchPage
        case .fetchAsync: .fetchAsync
        case .scroll: .scroll
        case .search: .search
        case .fetchOne: .fetchOne
        case .fetchAll: .fetchAll
        case .lookUp: .lookUp
        case .add: .add
        case .edit: .edit
        case .mark: .mark
        case .delete: .delete
        case .sync: .sync
        case .enterBackground: .enterBackground
        }
    }
}
