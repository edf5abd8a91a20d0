import Foundation

/// The form of a fetch's results.
public struct NSFetchRequestResultType: OptionSet, Sendable {
    /// One bit for each form; none for objects.
    public let rawValue: UInt

    /// Makes the form from its bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Objects.
    public static let managedObjectResultType = NSFetchRequestResultType([])
    /// Object IDs.
    public static let managedObjectIDResultType = NSFetchRequestResultType(rawValue: 1)
    /// Dictionaries with the properties in `propertiesToFetch`.
    public static let dictionaryResultType = NSFetchRequestResultType(rawValue: 2)
    /// The number of objects, alone in a list.
    public static let countResultType = NSFetchRequestResultType(rawValue: 4)
}
