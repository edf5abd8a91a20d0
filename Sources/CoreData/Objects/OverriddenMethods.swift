/// Tells whether a subclass overrides `validateValue(_:forKey:)`.
///
/// A save calls the method for every property of a subclass that has it, with a value in a box:
/// 100 ns a property, more than SQLite takes to bind it. Nearly no class has one, and Cocoa finds
/// out by asking the Objective-C runtime. Swift has none to ask on Linux, but a class's metadata
/// has one word for each method that may be overridden, the same word in a subclass that leaves the
/// method alone. Which word it is shows in two subclasses of our own: it differs in the one that
/// overrides the method, and not in the one that does not.
///
/// What is read is Swift's stable layout of class metadata (docs/ABI/TypeMetadata.rst). Where the
/// two subclasses do not single out one word, every subclass is taken to override the method.
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
        // The word of sizes: the class's extent, and how much of it lies before its address.
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
        unsafeBitCast(type, to: UnsafePointer<UInt64>.self)
    }
}
