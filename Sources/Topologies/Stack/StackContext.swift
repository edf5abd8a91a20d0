import CoreData

/// A context of a stack, with its layout in the topology.
///
/// It is handed between queues. The context in it is only messaged inside its own `perform` and
/// `performAndWait`, which protect it.
package struct StackContext: @unchecked Sendable {
    package let layout: ContextLayout
    package let context: NSManagedObjectContext

    package init(layout: ContextLayout, context: NSManagedObjectContext) {
        self.layout = layout
        self.context = context
    }

    package var name: String { layout.name }

    /// Gives the context its name and merge policy, which may be set before its first use.
    ///
    /// In history the context's transactions are found by its name, too.
    func prepare() {
        context.name = layout.name
        context.transactionAuthor = layout.name
        context.mergePolicy = NSMergePolicy(merge: layout.mergePolicy.type)
    }

    /// Pins a context to the newest state, if its layout says so.
    ///
    /// - Precondition: on the context's queue; its coordinator has its store.
    /// - Throws: nothing for `current` on a coordinator's own context; else Core Data's error.
    func pin() throws {
        guard layout.generation == .pinned else { return }
        try context.setQueryGenerationFrom(.current)
    }
}
