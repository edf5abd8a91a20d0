import Foundation

extension NSEntityDescription {
    /// The entity with this name in a context's model; `nil` if there is none.
    public class func entity(
        forEntityName entityName: String, in context: NSManagedObjectContext
    ) -> NSEntityDescription? {
        context.requiredSource().model.layout(named: entityName)?.entity
    }

    /// Inserts a new object of the entity with this name.
    ///
    /// - Precondition: on the context's queue; its model has the entity.
    @discardableResult
    public class func insertNewObject(
        forEntityName entityName: String, into context: NSManagedObjectContext
    ) -> NSManagedObject {
        context.withModel { model in
            guard let layout = model.layout(named: entityName) else {
                fatalError(
                    """
                    +entityForName: could not locate an entity named “\(entityName)” in this \
                    model; it has \(model.all.map { $0.entity.name ?? "" })
                    """)
            }
            return layout.makeObject(in: context)
        }
    }
}
