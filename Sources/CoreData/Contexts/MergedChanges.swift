/// The result of a merge, without an object or an ID made for it.
package struct MergedChanges: Sendable {
    let inserted: [ObjectKey]

    /// Whether another context inserted the object.
    ///
    /// - Complexity: O(1) for one of the last inserted objects, which waits for the end of a batch
    ///   ask for; O(inserted objects) for one that was not inserted.
    @Sendable package func insertedObject(_ id: NSManagedObjectID) -> Bool {
        inserted.reversed().contains(id.key)
    }
}
