/// The point at which a child that is to be killed dies; crashes.csv has the raw values.
///
///     context.save() called ─ intent ─ … BEGIN … COMMIT … ─ acknowledgement ─ save() returned
///                           ↑        ↑           ↑      ↑ ↑                 ↑
///                    before│after    before commit│after  before│after
package enum KillPoint: String, Codable, Sendable, CaseIterable, Hashable {
    /// At an instant that the parent chose.
    case random
    case beforeIntent = "before-intent"
    case afterIntent = "after-intent"
    case beforeCommit = "before-commit"
    case afterCommit = "after-commit"
    case beforeAcknowledgement = "before-acknowledgement"
    case afterAcknowledgement = "after-acknowledgement"

    /// The points at which the child kills itself, in the order in which a save passes them.
    package static let exact = allCases.filter { $0 != .random }
}
