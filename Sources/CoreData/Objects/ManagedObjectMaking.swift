import Foundation

/// Lets generic code make objects of a class that it knows only as a parameter or as `Self`.
///
/// `Object(context:)` and `Self(entity:insertInto:)` compile with Apple's framework, since
/// Objective-C finds initializers by name. Swift calls only required ones that way, and a required
/// `init(entity:insertInto:)` would have to be spelled out in every subclass; this protocol's
/// initializers lead to the one that subclasses inherit, `init(_seed:)`, and that one to the
/// subclass's `init(entity:insertInto:)`.
public protocol ManagedObjectMaking {}

extension ManagedObjectMaking where Self: NSManagedObject {
    /// Makes an object of an entity, and inserts it into a context unless that is nil.
    ///
    /// - Precondition: on the context's queue; the entity is of the context's model and not
    ///   abstract.
    public init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
        self.init(_seed: ObjectSeed(entity: entity, context: context))
    }

    /// Makes an object of the entity that names the class, inserted into the context.
    ///
    /// - Precondition: on the context's queue; exactly one entity names the class.
    public init(context: NSManagedObjectContext) {
        // The metatype may be a superclass's: only `init(_seed:)` knows the class.
        self.init(_seed: ObjectSeed(entity: nil, context: context))
    }
}
