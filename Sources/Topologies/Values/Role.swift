/// Who acts on a stack. A workload binds its operations to roles, a topology its contexts.
///
/// The raw values are what workload files and CSV files write.
package enum Role: String, CaseIterable, CodingKeyRepresentable, Sendable, Codable, Hashable {
    /// The user: fetches pages, searches, edits and deletes.
    case ui
    /// Whoever brings in data from outside, in batches.
    case importer
    /// The screen: draws frames on the main queue and touches no context.
    case display

    /// Whether the role works through a context, so that a topology must give it one.
    package var needsContext: Bool { self != .display }
}
