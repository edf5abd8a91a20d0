/// Lets generic code make coordinators of a class that it knows only as a parameter or as `Self`.
///
/// `Coordinator(managedObjectModel:)` compiles with Apple's framework for any class parameter,
/// since Objective-C finds initializers by name. Swift calls only required ones that way, and a
/// required `init(managedObjectModel:)` would have to be spelled out in every subclass; this
/// protocol's initializer leads to one that subclasses inherit.
public protocol CoordinatorMaking {}

extension CoordinatorMaking where Self: NSPersistentStoreCoordinator {
    /// Makes a coordinator of a model, which is frozen by this.
    public init(managedObjectModel model: NSManagedObjectModel) {
        self.init(_model: model)
    }
}
