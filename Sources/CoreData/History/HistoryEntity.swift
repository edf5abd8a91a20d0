import Foundation

/// The two entities of requests about history, and their keys in predicates.
enum HistoryEntity: String {
    case transaction = "Transaction"
    case change = "Change"

    /// The entity of a request; `nil` for one of the app's own.
    init?(_ request: NSFetchRequest<any NSFetchRequestResult>) {
        self.init(rawValue: request.entityName ?? "")
    }

    private var keys: [(String, NSAttributeType)] {
        switch self {
        case .transaction:
            [
                ("author", .stringAttributeType), ("bundleID", .stringAttributeType),
                ("contextName", .stringAttributeType), ("processID", .stringAttributeType),
                ("storeID", .stringAttributeType), ("timestamp", .dateAttributeType),
                ("token", .integer64AttributeType), ("transactionNumber", .integer64AttributeType),
            ]
        case .change:
            [
                ("changeID", .integer64AttributeType), ("changeType", .integer16AttributeType),
                ("changedEntity", .integer64AttributeType),
                ("changedObjectID", .objectIDAttributeType),
            ]
        }
    }

    /// The entity's description, made anew: it belongs to no model.
    var description: NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = rawValue
        entity.properties = keys.map { name, type in
            let attribute = NSAttributeDescription()
            attribute.name = name
            attribute.attributeType = type
            return attribute
        }
        return entity
    }

    var request: NSFetchRequest<any NSFetchRequestResult> {
        let request = NSFetchRequest<any NSFetchRequestResult>()
        request.entity = description
        return request
    }

    /// Traps for a key that the entity does not have.
    func reject(_ key: String) -> Never {
        fatalError(
            """
            history's \(rawValue) has no key “\(key)”; use one of \
            \(keys.map(\.0).joined(separator: ", "))
            """)
    }
}
