/// What an operation does. The raw values are what workload files and CSV files write.
package enum OperationKind: String, CaseIterable, Sendable, Codable, Hashable {
    /// The notes that exist before anything is measured.
    case preload
    case importBatch = "import-batch"
    case fetchPage = "fetch-page"
    case search
    case edit
    case delete

    /// The kinds that a user's mix may weigh.
    static let userKinds: [OperationKind] = [.fetchPage, .search, .edit, .delete]

    /// Whether it changes data, and ends with a save.
    package var isEdit: Bool {
        switch self {
        case .preload, .importBatch, .edit, .delete: true
        case .fetchPage, .search: false
        }
    }
}
