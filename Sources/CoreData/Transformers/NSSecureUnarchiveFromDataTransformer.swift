import Foundation

/// Turns a secure archive's data into its objects, and objects that allow it into such data: what a
/// transformable attribute is stored by unless its model names another transformer.
///
/// A subclass adds its own classes to `allowedTopLevelClasses` and is registered under a name.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer, @unchecked Sendable {
    /// The classes that the archive's topmost object, and what it holds, may have.
    open class var allowedTopLevelClasses: [AnyClass] {
        [
            NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSDate.self,
            NSData.self, NSURL.self, NSUUID.self, NSNull.self,
        ]
    }

    open override class func transformedValueClass() -> AnyClass { NSObject.self }

    /// The topmost object of an archive; `nil` for data that are none, or hold other classes.
    open override func transformedValue(_ value: Any?) -> Any? {
        guard let data = value as? Data else { return nil }
        let classes = Self.allowedTopLevelClasses.compactMap { $0 as? NSObject.Type }
        return try? NSKeyedUnarchiver.unarchivedObject(
            ofClasses: classes.map { $0 as AnyClass }, from: data)
    }

    /// The archive of an object; `nil` for one that no secure archive can hold.
    open override func reverseTransformedValue(_ value: Any?) -> Any? {
        guard let value else { return nil }
        // The archiver traps for an object that it cannot ask.
        if let object = value as? NSObject, !(object is any NSSecureCoding) { return nil }
        return try? NSKeyedArchiver.archivedData(
            withRootObject: value, requiringSecureCoding: true)
    }
}
