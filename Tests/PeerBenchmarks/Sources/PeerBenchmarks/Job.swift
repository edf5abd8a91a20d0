/// The timed jobs of every arm, in the order of a round: each finds the data that the previous one
/// has left.
enum Job: String, CaseIterable {
    case insert, fetchCold, fetchWarm, find, update, delete, saveOneByOne

    /// As the table calls it.
    var title: String {
        switch self {
        case .insert: "insert \(Sizes.inserted.formatted()) and save"
        case .fetchCold: "fetch \(Sizes.fetched.formatted()), read every value, cold"
        case .fetchWarm: "the same again, warm"
        case .find: "find by key \(Sizes.found.formatted()) times"
        case .update: "update \(Sizes.updated.formatted())"
        case .delete: "delete \(Sizes.deleted.formatted())"
        case .saveOneByOne: "save \(Sizes.saved.formatted()) one-object transactions"
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
}
