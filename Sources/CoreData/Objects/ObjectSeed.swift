import Foundation

/// The argument with which the engine makes an object, and `ManagedObjectMaking` does.
public struct ObjectSeed {
    /// The entity; `nil` for the one of `context` that names the class.
    let entity: NSEntityDescription?
    /// The context that the object is inserted into; the engine registers its objects itself.
    var context: NSManagedObjectContext?
}
