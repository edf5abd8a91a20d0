import CoreData

/// A context of a stack, with its place in the topology.
///
/// It is handed between queues; the context in it is only messaged inside its own `perform` and
/// `performAndWait`, which is what protects it.
package struct StackContext: @unchecked Sendable {
    package let layout: ContextLayout
    package let context: NSManagedObjectContext

    package var name: String { layout.name }
}
