import Foundation

extension NSExpression {
    /// Makes an expression for typed properties, such as `\Note.playlist?.name`.
    ///
    /// - Precondition: the key path reads typed properties only, and a coordinator uses a model
    ///   that names the class.
    public convenience init<Root: NSManagedObject, Value>(forKeyPath keyPath: KeyPath<Root, Value>)
    {
        self.init(
            forKeyPath: Root.requiredName(of: keyPath, otherwise: "NSExpression(forKeyPath: \"…\")")
        )
    }
}

extension SortDescriptorKeys where Self: NSSortDescriptor {
    /// Makes a descriptor that sorts by typed properties, such as `\Note.playlist?.name`.
    ///
    /// The values may be optional.
    ///
    /// - Precondition: the key path reads typed properties only, and a coordinator uses a model
    ///   that names the class.
    public init<Root: NSManagedObject, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
        let name = Root.requiredName(of: keyPath, otherwise: "NSSortDescriptor(key:ascending:)")
        self = KeySortDescriptor(path: PropertyPath(name), ascending: ascending) as! Self
    }
}

extension NSManagedObject {
    /// The dotted names that a key path reads.
    static func requiredName(of keyPath: AnyKeyPath, otherwise remedy: String) -> String {
        guard let name = name(of: keyPath) else {
            fatalError(
                """
                The key path \(keyPath) reads no property of a model in use. Make the coordinator \
                first, and let the key path go through typed properties (ManagedProperty), or \
                write \(remedy).
                """)
        }
        return name
    }
}
