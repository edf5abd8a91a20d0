import Foundation

/// Turns any keyed archive's data into its objects, and back.
final class KeyedUnarchiveFromDataTransformer: ValueTransformer, @unchecked Sendable {
    override func transformedValue(_ value: Any?) -> Any? {
        guard let data = value as? Data else { return nil }
        return try? NSKeyedUnarchiver.unarchiveTopLevelObjectWithData(data)
    }

    override func reverseTransformedValue(_ value: Any?) -> Any? {
        guard let value else { return nil }
        return try? NSKeyedArchiver.archivedData(
            withRootObject: value, requiringSecureCoding: false)
    }
}
