import Results
import Topologies

/// A part of a run: the roles that act, and the time in which their operations arrive.
package struct Phase: Sendable, Hashable {
    package var name: String
    /// The time in which operations arrive.
    ///
    /// The phase ends when this time is over, all of its operations are done, and main has done
    /// what waited there by then: the merge of the last save, where it has been announced.
    package var length: Duration
    /// In the order of `Role`.
    package var roles: [Role]
    /// Notes that the ui role writes, and that reach the store, before the first operation arrives.
    package var notes: Int
    /// Lines whose objects the importer writes as they were some time ago, and that reach the
    /// store, before anything arrives: the first of its data.
    package var imported: Int
    /// Whether the importer writes all partners that its lines name, before anything arrives.
    package var partners = false
    package var isMeasured: Bool
}
