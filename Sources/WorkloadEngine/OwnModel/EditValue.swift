/// A part of what a user's or a server's operation writes: an attribute of the edited entity may
/// hold it, in place of a value that is drawn.
package enum EditValue: String, CaseIterable, Sendable {
    /// The object's number, from 0 in the order in which objects are written.
    case key
    /// A text that differs from every other edit's.
    case text
    /// How often the object was edited.
    case revision
    /// When the object was written or edited, by the workload's own calendar.
    case date

    /// A kind whose values lie in managed objects as these do.
    package var kind: ValueKind {
        switch self {
        case .key, .revision: .uniqueNumber
        case .text: .uniqueText
        case .date: .uniqueDate
        }
    }
}
