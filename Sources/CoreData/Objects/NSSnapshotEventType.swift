/// The reasons for replacing an object's values, for `awake(fromSnapshotEvents:)`.
public struct NSSnapshotEventType: OptionSet, Sendable {
    /// One bit for each kind of event.
    public let rawValue: UInt

    /// Makes the events from their bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// An insertion is undone.
    public static let undoInsertion = NSSnapshotEventType(rawValue: 1 << 1)
    /// A deletion is undone.
    public static let undoDeletion = NSSnapshotEventType(rawValue: 1 << 2)
    /// A change of values is undone.
    public static let undoUpdate = NSSnapshotEventType(rawValue: 1 << 3)
    /// The context gives up its unsaved changes.
    public static let rollback = NSSnapshotEventType(rawValue: 1 << 4)
    /// The object takes newer values, or becomes a fault.
    public static let refresh = NSSnapshotEventType(rawValue: 1 << 5)
    /// A merge policy settles a conflict of the object.
    public static let mergePolicy = NSSnapshotEventType(rawValue: 1 << 6)
}
