import Foundation

extension NSManagedObjectContext {
    /// Lets the next save look for conflicts of an object that it does not change, too: when
    /// somebody else has changed or deleted the object, the save has that conflict.
    ///
    /// Changed and deleted objects are looked at in any case. In a child context there is nothing
    /// to find: no conflict arises between a child and its parent.
    ///
    /// - Precondition: on the context's queue; the object is this context's.
    public final func detectConflicts(for object: NSManagedObject) {
        checkQueue("detectConflicts(for:)")
        precondition(
            object.registry === registry,
            "the object belongs to another context: ask this one for object(with: objectID)")
        guard object.state.isDisjoint(with: .unrefreshed),
            !guardedObjects.contains(where: { $0 === object })
        else { return }
        // What is compared is the version that this context has read.
        if object.isFault { object.fireFault() }
        guardedObjects.append(object)
    }
}
