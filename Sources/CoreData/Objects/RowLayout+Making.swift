extension RowLayout {
    /// The class of the objects; `NSManagedObject` while the one that the model names is missing.
    var objectClass: NSManagedObject.Type { namedClass.type }

    /// Whether the class is a subclass, whose life-cycle methods must be called.
    @inline(__always)
    var isSubclassed: Bool { namedClass.isSubclass }

    /// Whether the class validates single values in a way of its own.
    var validatesEachValue: Bool { namedClass.validatesEachValue }

    /// Makes an object that belongs to no context.
    ///
    /// - Precondition: the class that the model names is known. A plain object in its place would
    ///   do without the class's methods, and in silence.
    @inline(__always)
    func makeObject() -> NSManagedObject {
        guard isSubclassed else { return NSManagedObject(entity: entity, insertInto: nil) }
        if namedClass.isMissing { findClass() }
        return objectClass.init(_seed: ObjectSeed(entity: entity))
    }

    @inline(never)
    private func findClass() {
        namedClass.lookUpAgain()
        guard namedClass.isMissing else { return }
        let name = namedClass.name
        let modules = ObjectClasses.modules(withClass: name)
        let reason =
            modules.isEmpty
            ? "and no module has such a class that is neither private nor nested in another type"
            : "and several modules have such a class: \(modules.joined(separator: ", "))"
        fatalError(
            """
            The model says that objects of “\(entity.name ?? "")” are of the class \(name), \
            \(reason). Call NSManagedObjectModel.registerClasses(\(name).self) first, or use the \
            class before (\(name)(context:), \(name).fetchRequest()), or write Module.\(name) in \
            the model; for objects without a class of their own write NSManagedObject.
            """)
    }
}
