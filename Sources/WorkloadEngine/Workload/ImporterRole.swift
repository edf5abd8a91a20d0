import Documents

/// The role that brings in data from a file of JSON lines, in batches, each saved once.
package struct ImporterRole: Sendable, Hashable {
    package var file: WorkloadFile
    /// Values of the objects that are found or created.
    package var lookupFile: WorkloadFile
    /// The entity of the imported objects.
    package var entity: String
    package var entityPosition: Position
    /// The entity that each of them refers to, found by its key or created.
    package var findOrCreate: String
    package var findOrCreatePosition: Position
    /// How many lines of the file are imported; `nil` for all.
    package var take: Int?
    /// Lines a batch.
    package var batch: Int
    /// From one batch's due time to the next; `nil` submits each when the one before is saved.
    package var pace: Duration?
}
