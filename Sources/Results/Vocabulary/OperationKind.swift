/// The kind of an operation's act.
///
/// Workload files and CSV files write the raw values.
package enum OperationKind: String, CaseIterable, Sendable, Codable, Hashable {
    /// Writes the notes that exist before the first measured phase.
    case preload
    case importBatch = "import-batch"
    /// A batch that is given up half-way: its objects are made and rolled back.
    case cancelBatch = "cancel-batch"
    /// The second pass of an import: sets relationships between imported objects.
    case linkBatch = "link-batch"
    /// A page of cities by name, read row by row.
    case fetchPage = "fetch-page"
    /// The same by an asynchronous fetch.
    case fetchAsync = "fetch-async"
    /// A page of a list of all cities that is fetched in batches.
    case scroll
    case search
    /// Fetches one city by a range of its key, as an app does that shows one row at a time.
    case fetchOne = "fetch-one"
    /// Fetches all notes.
    case fetchAll = "fetch-all"
    /// Looks up a note that was deleted, by the ID that was kept of it.
    case lookUp = "look-up"
    /// Writes a new note.
    case add
    case edit
    /// Sets on an imported object what its lines leave to the user: that it was read, a remark.
    case mark
    case delete
    /// Brings new versions of a few notes, from a server.
    case sync
    /// The app goes to the background, saves, and comes back.
    case enterBackground = "enter-background"
}
