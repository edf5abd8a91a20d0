import CoreData
import Foundation

/// Trims names, and refuses values of `free`.
final class TidyAccount: NSManagedObject {
    override func validateValue(
        _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String
    ) throws {
        if key == "name", let text = value.pointee as? String {
            value.pointee = NSString(string: text.trimmingCharacters(in: .whitespaces))
        }
        if key == "free", value.pointee != nil { throw CocoaError(.featureUnsupported) }
        try super.validateValue(value, forKey: key)
    }
}
