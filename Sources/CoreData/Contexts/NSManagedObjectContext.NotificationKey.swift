extension NSManagedObjectContext {
    /// The keys of a notification's `userInfo`; their raw values are the constants `NS…Key`.
    public enum NotificationKey: String, Sendable {
        /// The query generation that the context has after a save.
        case queryGeneration = "NSManagedObjectContextQueryGenerationKey"
        case invalidatedAllObjects = "invalidatedAll"
        case insertedObjects = "inserted"
        case updatedObjects = "updated"
        case deletedObjects = "deleted"
        case refreshedObjects = "refreshed"
        case invalidatedObjects = "invalidated"
        case insertedObjectIDs = "inserted_objectIDs"
        case updatedObjectIDs = "updated_objectIDs"
        case deletedObjectIDs = "deleted_objectIDs"
        case refreshedObjectIDs = "refreshed_objectIDs"
        case invalidatedObjectIDs = "invalidated_objectIDs"
    }
}
