import Foundation

extension CoreDataError {
    static func foreignGeneration() -> NSError {
        make(
            NSPersistentStoreOperationError,
            """
            The query generation token is of another coordinator, or the context has another one \
            now. Use the token of a context of the same coordinator, or current.
            """)
    }

    static func generationIsGone() -> NSError {
        make(
            NSPersistentStoreOperationError,
            """
            The state that the context is pinned to ended when its store was closed or moved. Pin \
            the context anew with setQueryGenerationFrom(.current), or reset it.
            """)
    }
}
