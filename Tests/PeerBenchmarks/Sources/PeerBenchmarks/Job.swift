/// The timed jobs of every arm, in the order of a round: each finds the data that the previous one
/// has left.
enum Job: String, CaseIterable, Codable, CodingKeyRepresentable {
    case insert, fetchCold, fetchWarm, find, update, delete, saveOneByOne, fetchSorted
    case fetchNested, insertBatch, saveNested, merge

    /// As the table calls it.
    var title: String {
        switch self {
        case .insert: "insert \(Sizes.inserted.formatted()) and save"
        case .fetchCold: "fetch \(Sizes.fetched.formatted()), read every value, cold"
        case .fetchWarm: "the same again, warm"
        case .fetchSorted:
            "fetch \(Sizes.sorted.formatted()) by a predicate on two values, sorted by a third"
        case .fetchNested:
            "fetch \(Sizes.nested.formatted()) through two parents, read every value"
        case .find: "find by key \(Sizes.found.formatted()) times"
        case .update: "update \(Sizes.updated.formatted())"
        case .delete: "delete \(Sizes.deleted.formatted())"
        case .saveOneByOne: "save \(Sizes.saved.formatted()) one-object transactions"
        case .insertBatch: "insert \(Sizes.batch.formatted()) by a batch request"
        case .saveNested: "insert \(Sizes.nested.formatted()) in a child, save it and its parent"
        case .merge: "merge \(Sizes.merged.formatted()) updates into a context that holds them"
        }
    }
}

/// How much each job does.
enum Sizes {
    static let columns = 10
    static let inserted = 50_000
    static let fetched = 200_000
    static let found = 10_000
    static let updated = 10_000
    static let deleted = 10_000
    static let saved = 10_000
    static let sorted = 10_000
    static let nested = 20_000
    static let batch = 50_000
    static let merged = 10_000
}
