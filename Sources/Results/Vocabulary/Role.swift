/// An actor on a stack: a workload binds its operations to roles, a topology its contexts.
///
/// Workload files and CSV files write the raw values.
package enum Role: String, CaseIterable, CodingKeyRepresentable, Sendable, Codable, Hashable {
    /// The user: fetches pages, searches, edits and deletes.
    case ui
    /// Brings in data from outside, in batches.
    case importer
    /// The server: brings small changes to objects that the user may be editing.
    ///
    /// It works through the importer's context, unless the topology gives it one of its own.
    case sync
    /// The screen: draws frames on the main queue and touches no context.
    case display
    /// The system: sends the app to the background, and ends it.
    case app
    /// Parts of the screen that look at every object which the user's context saves or merges.
    case observers

    /// Whether the role works through a context.
    package var needsContext: Bool {
        switch self {
        case .ui, .importer, .sync: true
        case .display, .app, .observers: false
        }
    }

    /// Whether a topology must give the role a context.
    package var needsMapping: Bool { self == .ui || self == .importer }
}
