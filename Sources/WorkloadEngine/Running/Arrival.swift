import Results

/// Whose operations arrive one after the other: a role's, or one importer's of several.
struct Arrival: Hashable, Sendable {
    let role: Role
    /// The importer's number, from 0.
    let part: Int
}
