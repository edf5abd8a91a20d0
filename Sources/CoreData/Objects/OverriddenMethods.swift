/// Finds out whether a subclass overrides `validateValue(_:forKey:)` or `value(forKey:)`.
///
/// A save calls the first for every property of a subclass that overrides it, with a boxed value:
/// 100 ns a property, more than SQLite takes to bind it; a predicate calls the second, where it
/// would otherwise read the row. Hardly any class overrides them, and Cocoa asks the Objective-C
/// runtime. Swift's runtime on Linux cannot tell, but a class's metadata has one word
/// for each overridable method, and a subclass that does not override the method has the same word.
/// Two subclasses of our own show which word it is: it differs only in the one that overrides the
/// method.
///
/// The source is Swift's stable layout of class metadata (docs/ABI/TypeMetadata.rst). If the two
/// subclasses do not single out one word, every subclass is assumed to override the method.
enum OverriddenMethods {
    private class Plain: NSManagedObject {}

    private class Validating: NSManagedObject {
        override func validateValue(
            _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String
        ) throws {}
    }

    private class Reading: NSManagedObject {
        override func value(forKey key: String) -> Any? { nil }
    }

    /// Words ahead of the methods: kind, superclass, flags, sizes, descriptor, ivar destroyer.
    private static let headerWords = 7

    private static let validation = place(overriddenBy: Validating.self)
    private static let reading = place(overriddenBy: Reading.self)

    /// The word of the one method that a subclass overrides.
    private static func place(overriddenBy overriding: NSManagedObject.Type) -> Int? {
        let base = words(of: NSManagedObject.self)
        let plain = words(of: Plain.self)
        let other = words(of: overriding)
        // The word of sizes: the class's extent, and the part of it that precedes its address.
        let extent = Int(base[4] & 0xFFFF_FFFF) - Int(base[4] >> 32)
        let places = (headerWords..<max(headerWords, extent / 8)).filter {
            base[$0] == plain[$0] && base[$0] != other[$0]
        }
        return places.count == 1 ? places[0] : nil
    }

    static func validatesValues(_ type: NSManagedObject.Type) -> Bool {
        overrides(type, validation)
    }

    static func readsByKey(_ type: NSManagedObject.Type) -> Bool {
        overrides(type, reading)
    }

    private static func overrides(_ type: NSManagedObject.Type, _ place: Int?) -> Bool {
        guard let place else { return true }
        return words(of: type)[place] != words(of: NSManagedObject.self)[place]
    }

    private static func words(of type: NSManagedObject.Type) -> UnsafePointer<UInt64> {
        // A class's metatype is the address of its metadata.
        unsafeBitCast(type, to: UnsafePointer<UInt64>.self)
    }
}
