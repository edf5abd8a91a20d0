import Foundation

extension CoreDataError {
    static func batch(_ what: String, _ remedy: String) -> NSError {
        make(
            NSPersistentStoreOperationError,
            "The batch request cannot be executed: \(what). \(remedy).")
    }

    static func batchValue(_ value: Any, of attribute: NSAttributeDescription) -> NSError {
        batch(
            """
            “\(attribute.path)” is of type \(attribute.attributeType.title), but the value is of \
            type \(type(of: value))
            """, "Convert the value; no row was written")
    }

    static func batchDenied(_ what: String) -> NSError {
        make(
            NSValidationRelationshipDeniedDeleteError,
            """
            The batch delete failed, and nothing was deleted: \(what). Delete or change those \
            objects first.
            """)
    }
}
