import CoreData

/// Customers and their orders, with the delete rule of Customer.orders to choose; Order.customer
/// nullifies.
enum ShopModel {
    static func make(_ rule: NSDeleteRule) -> NSManagedObjectModel {
        let customer = entity("Customer")
        let order = entity("Order")
        let orders = NSRelationshipDescription()
        orders.name = "orders"
        orders.destinationEntity = order
        orders.maxCount = 0
        orders.deleteRule = rule
        orders.isOptional = true
        let owner = NSRelationshipDescription()
        owner.name = "customer"
        owner.destinationEntity = customer
        owner.maxCount = 1
        owner.deleteRule = .nullifyDeleteRule
        owner.isOptional = true
        orders.inverseRelationship = owner
        owner.inverseRelationship = orders
        customer.properties += [orders]
        order.properties += [owner]
        let model = NSManagedObjectModel()
        model.entities = [customer, order]
        return model
    }

    private static func entity(_ name: String) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        let number = NSAttributeDescription()
        number.name = "number"
        number.attributeType = .integer64AttributeType
        number.isOptional = true
        entity.properties = [number]
        return entity
    }
}
