/// Who acts on a stack. A workload binds its operations to roles, a topology its contexts.
///
/// The raw values are what workload files and CSV files write.
package enum Role: String, CaseIterable, CodingKeyRepresentable, Sendable, Codable, Hashable {
    /// The user: fetches pages, searches, edits and deletes.
    case ui
    /// Whoever brings in data from outside, in batches.
    case importer
    /// The server: brings small changes to what the user may be editing. It works where the
    /// importer does, unless the topology gives it a context of its own.
    case sync
    /// The screen: draws frames on the main queue and touches no context.
    case display
    /// The system: sends the app to the background, and ends it.
    case app

    /// Whether the role works through a context.
    package var needsContext: Bool {
        switch self {
        case .ui, .importer, .sync: true
        case .display, .app: false
        }
    }

    /// Whether a topology must say which context is the role's.
    package var needsMapping: Bool { self == .ui || self == .importer }
}
