/// Finds out whether a subclass overrides `validateValue(_:forKey:)`.
///
/// A save calls the method for every property of a subclass that overrides it, with a boxed value:
/// 100 ns a property, more than SQLite takes to bind it. Hardly any class does, and Cocoa asks the
/// Objective-C runtime. Swift's runtime on Linux cannot tell, but a class's metadata has one word
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

    /// Words ahead of the methods: kind, superclass, flags, sizes, descriptor, ivar destroyer.
    private static let headerWords = 7

    private static let place: Int? = {
        let base = words(of: NSManagedObject.self)
        let plain = words(of: Plain.self)
        let validating = words(of: Validating.self)
        // The word of sizes: the class's extent, and the part of it that precedes its address.
        let extent = Int(base[4] & 0xFFFF_FFFF) - Int(base[4] >> 32)
        let places = (headerWords..<max(headerWords, extent / 8)).filter {
            base[$0] == plain[$0] && base[$0] != validating[$0]
        }
        return places.count == 1 ? places[0] : nil
    }()

    static func validatesValues(_ type: NSManagedObject.Type) -> Bool {
        guard let place else { return true }
        return words(of: type)[place] != words(of: NSManagedObject.self)[place]
    }

    private static func words(of type: NSManagedObject.Type) -> UnsafePointer<UInt64> {
        // A class's metatype is the address of its metadata.
        unsafeBitCast(type, to: UnsafePointer<UInt64>.self)
    }
}
