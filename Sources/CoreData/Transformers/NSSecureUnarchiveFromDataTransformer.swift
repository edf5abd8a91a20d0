import Foundation

/// Turns a secure archive's data into objects, and objects of allowed classes into such data.
///
/// Transformable attributes use it unless their model names another transformer. A subclass adds
/// its own classes to `allowedTopLevelClasses` and is registered under a name.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer, @unchecked Sendable {
    /// The classes that the archive's topmost object and its contents may have.
    open class var allowedTopLevelClasses: [AnyClass] {
        [
            NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSDate.self,
            NSData.self, NSURL.self, NSUUID.self, NSNull.self,
        ]
    }

    open override class func transformedValueClass() -> AnyClass { NSObject.self }

    /// The topmost object of an archive; `nil` for other data, and for archives with other classes.
    open override func transformedValue(_ value: Any?) -> Any? {
        guard let data = value as? Data else { return nil }
        let classes = Self.allowedTopLevelClasses.compactMap { $0 as? NSObject.Type }
        return try? NSKeyedUnarchiver.unarchivedObject(
            ofClasses: classes.map { $0 as AnyClass }, from: data)
    }

    /// The archive of an object; `nil` if secure archives cannot hold it.
    open override func reverseTransformedValue(_ value: Any?) -> Any? {
        guard let value else { return nil }
        // The archiver traps on an object without `NSSecureCoding`.
        if let object = value as? NSObject, !(object is any NSSecureCoding) { return nil }
        return try? NSKeyedArchiver.archivedData(
            withRootObject: value, requiringSecureCoding: true)
    }
}
