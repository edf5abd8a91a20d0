/// What a merge brought into a context, without an object or an ID being made for it.
package struct MergedChanges: Sendable {
    let inserted: [ObjectKey]

    /// Whether the object was among those inserted elsewhere.
    ///
    /// - Complexity: O(1) for one of those that were inserted last, as who waits for the end of a
    ///   batch asks for; O(inserted objects) for one that is not there.
    @Sendable package func insertedObject(_ id: NSManagedObjectID) -> Bool {
        inserted.reversed().contains(id.key)
    }
}
