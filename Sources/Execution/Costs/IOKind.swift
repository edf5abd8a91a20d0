/// A call to a file: its cost has a part for the call and one for its bytes.
///
/// The bytes of a truncate or a delete are those that lay on the disk and are given back.
package enum IOKind: Int, CaseIterable, Sendable {
    case open
    case delete
    case read
    case write
    case truncate
    case sync
}
