extension RowLayout {
    /// The class of the objects; `NSManagedObject` while the named class is missing.
    var objectClass: NSManagedObject.Type { namedClass.type }

    /// Whether the class is a subclass with life-cycle methods to call.
    @inline(__always)
    var isSubclassed: Bool { namedClass.isSubclass }

    /// Whether the class overrides the validation of single values.
    var validatesEachValue: Bool { namedClass.validatesEachValue }

    /// Makes an object, and inserts it into a context unless that is nil.
    ///
    /// - Precondition: the class that the model names is known. A plain object in its place would
    ///   silently lack the class's methods.
    @inline(__always)
    func makeObject(in context: NSManagedObjectContext? = nil) -> NSManagedObject {
        guard isSubclassed else { return NSManagedObject(entity: entity, insertInto: context) }
        if namedClass.isMissing { findClass() }
        return objectClass.init(_seed: ObjectSeed(entity: entity, context: context))
    }

    @inline(never)
    private func findClass() {
        namedClass.lookUpAgain()
        guard namedClass.isMissing else { return }
        let name = namedClass.name
        let modules = ObjectClasses.modules(withClass: name)
        let reason =
            modules.isEmpty
            ? "but no module has such a class that is neither private nor nested in another type"
            : "but several modules have such a class: \(modules.joined(separator: ", "))"
        fatalError(
            """
            The model names the class \(name) for objects of “\(entity.name ?? "")”, \
            \(reason). Call NSManagedObjectModel.registerClasses(\(name).self) first, or use the \
            class before (\(name)(context:), \(name).fetchRequest()), or write Module.\(name) in \
            the model; for objects without a class of their own write NSManagedObject.
            """)
    }
}
