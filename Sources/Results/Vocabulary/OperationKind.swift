/// What an operation does. The raw values are what workload files and CSV files write.
package enum OperationKind: String, CaseIterable, Sendable, Codable, Hashable {
    /// The notes that exist before anything is measured.
    case preload
    case importBatch = "import-batch"
    /// The second pass of an import: relationships between what was imported before.
    case linkBatch = "link-batch"
    /// A page of cities by name, read row by row.
    case fetchPage = "fetch-page"
    /// The same by an asynchronous fetch.
    case fetchAsync = "fetch-async"
    /// A page of a list of all cities that is fetched in batches.
    case scroll
    case search
    /// One city by a range of its key, as somebody fetches who shows one row at a time.
    case fetchOne = "fetch-one"
    /// All notes.
    case fetchAll = "fetch-all"
    /// A new note.
    case add
    case edit
    case delete
    /// New versions of a few notes, from a server.
    case sync
    /// The app goes to the background, saves, and comes back.
    case enterBackground = "enter-background"
}
