import Synchronization

/// The class of an entity's objects, which may become known after the model was frozen.
///
/// Contexts on several queues read it while another sets it, so it is one word: the address of the
/// class's metadata, with marks in the lowest bits, which are zero in an address.
struct ObjectClass: ~Copyable {
    /// The name in the model, without module.
    let name: String
    private let word: Atomic<UInt>

    private static let subclassMark: UInt = 1
    private static let validatingMark: UInt = 2
    private static let missingMark: UInt = 4

    /// Looks the class up.
    init(named name: String?) {
        let name = name ?? ""
        guard !name.isEmpty, name != "NSManagedObject" else {
            self.name = "NSManagedObject"
            word = Atomic(Self.address(of: NSManagedObject.self))
            return
        }
        self.name = ObjectClasses.bareName(name)
        let found = ObjectClasses.lookUp(name.hasPrefix(".") ? String(name.dropFirst()) : name)
        word = Atomic(
            found.map(Self.word)
                ?? Self.address(of: NSManagedObject.self) | Self.subclassMark | Self.missingMark)
    }

    /// Whether the class that the model names is not known yet.
    @inline(__always)
    var isMissing: Bool { word.load(ordering: .relaxed) & Self.missingMark != 0 }

    /// Whether the class is a subclass with life-cycle methods to call.
    @inline(__always)
    var isSubclass: Bool { word.load(ordering: .relaxed) & Self.subclassMark != 0 }

    /// Whether the class overrides the validation of single values.
    @inline(__always)
    var validatesEachValue: Bool { word.load(ordering: .relaxed) & Self.validatingMark != 0 }

    /// The class; `NSManagedObject` while the named class is missing.
    @inline(__always)
    var type: NSManagedObject.Type {
        // Class metadata lives as long as the process.
        unsafeBitCast(word.load(ordering: .relaxed) & ~7, to: NSManagedObject.Type.self)
    }

    /// Takes this class for the missing one, if it has its name.
    func learn(_ type: NSManagedObject.Type) {
        if isMissing, ObjectClasses.bareName(of: type) == name {
            word.store(Self.word(of: type), ordering: .relaxed)
        }
    }

    /// Looks for a missing class again: it may have been registered since.
    func lookUpAgain() {
        if let type = ObjectClasses.lookUp(name) { learn(type) }
    }

    private static func word(of type: NSManagedObject.Type) -> UInt {
        if type == NSManagedObject.self { return address(of: type) }
        return address(of: type) | subclassMark
            | (OverriddenMethods.validatesValues(type) ? validatingMark : 0)
    }

    private static func address(of type: NSManagedObject.Type) -> UInt {
        // A class's metatype is the address of its metadata.
        unsafeBitCast(type, to: UInt.self)
    }
}
