/// The state in which a line's objects are stored.
struct PresentLine: Sendable, Hashable {
    var line: Int
    /// Whether its object is as it was before the import.
    var isOlder: Bool
    /// Whether a second pass has set its partners.
    var isLinked: Bool
    /// What the user has set last of what lines leave to the user; `nil` if nothing.
    var mark: NoteValue?
}
