/// What is asked of a file: its cost is a part for the call and one for its bytes.
package enum IOKind: Int, CaseIterable, Sendable {
    case open
    case delete
    case read
    case write
    case truncate
    case sync
}
