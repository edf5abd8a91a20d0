/// What a merge brought into a context, without an object or an ID being made for it.
package struct MergedChanges {
    let inserted: [ObjectKey]

    /// Whether the object was among those inserted elsewhere.
    ///
    /// - Complexity: O(1) for one of those that were inserted last, as who waits for the end of a
    ///   batch asks for; O(inserted objects) for one that is not there. A temporary ID never is.
    package func insertedObject(_ id: NSManagedObjectID) -> Bool {
        !id.isTemporaryID && inserted.reversed().contains(id.key)
    }
}
