import Results

extension OperationKind {
    /// The kinds that a user's mix may weigh.
    static let userKinds: [OperationKind] = [
        .fetchPage, .fetchAsync, .scroll, .search, .fetchOne, .fetchAll, .lookUp, .add, .edit,
        .mark, .delete,
    ]

    /// Whether it changes data, and ends with a save.
    package var isEdit: Bool {
        switch self {
        case .preload, .importBatch, .linkBatch, .add, .edit, .mark, .delete, .sync: true
        case .cancelBatch, .fetchPage, .fetchAsync, .scroll, .search, .fetchOne, .fetchAll,
            .lookUp, .enterBackground:
            false
        }
    }

    /// Whether it reads imported objects.
    var readsImported: Bool {
        switch self {
        case .fetchPage, .fetchAsync, .scroll, .search, .fetchOne: true
        default: false
        }
    }
}
