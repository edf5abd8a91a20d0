/// The role of a server that changes objects which the user may be editing.
///
/// Each operation brings new versions of a few notes and is saved once. If the user and the server
/// change one note at once, the contexts' merge policies decide; afterwards each note holds one of
/// the versions that the user or the server wrote, whole.
package struct SyncRole: Sendable, Hashable {
    package var arrivals: Arrivals
    /// Notes an operation.
    package var batch: Int
}
