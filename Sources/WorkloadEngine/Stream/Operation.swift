import Topologies

/// One thing that is done to a stack, drawn before any stack exists.
package struct Operation: Sendable, Hashable {
    /// What is done, with everything that it needs.
    package enum Payload: Sendable, Hashable {
        /// The notes of these numbers are written, as the plan's `initialNotes` say.
        case preload(Range<Int>)
        /// These lines of the data file are imported.
        case importBatch(Range<Int>)
        /// A page of cities by name.
        case fetchPage(offset: Int, limit: Int)
        /// The cities whose name begins so.
        case search(prefix: String, limit: Int)
        /// A note gets these values.
        case edit(NoteValue)
        /// The note of this number is deleted.
        case delete(note: Int)
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
        case .preload: .preload
        case .importBatch: .importBatch
        case .fetchPage: .fetchPage
        case .search: .search
        case .edit: .edit
        case .delete: .delete
        }
    }
}
