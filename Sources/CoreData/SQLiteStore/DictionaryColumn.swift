import Foundation

/// One value of a fetch's dictionaries: its name, its column in the statement, its type.
struct DictionaryColumn {
    let name: String
    let index: Int32
    /// The type of the value; an object ID takes a second column, for its entity.
    let type: NSAttributeType
    /// The attribute whose transformer reads the value, if it has one.
    var transformable: NSAttributeDescription?

    /// The value in the statement's current row; `nil` for NULL.
    func value(_ statement: SQLiteStatement, _ store: SQLiteStore) -> Any? {
        guard !statement.isNull(index) else { return nil }
        switch type {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
            return NSNumber(value: statement.integer(index))
        case .booleanAttributeType: return NSNumber(value: statement.integer(index) != 0)
        case .doubleAttributeType, .floatAttributeType:
            return NSNumber(value: statement.double(index))
        case .dateAttributeType:
            return Date(timeIntervalSinceReferenceDate: statement.double(index))
        case .objectIDAttributeType: return objectID(statement, store)
        case .transformableAttributeType:
            let data = Data(statement.bytes(index))
            return transformable.map { ValueTransformers.value(of: data, of: $0) } ?? data
        default:
            return SlotKind(type).flatMap { Row.decode(statement.bytes(index), as: $0) }
        }
    }

    private func objectID(_ statement: SQLiteStatement, _ store: SQLiteStore) -> Any? {
        let entity = Int(statement.integer(index + 1))
        guard entity > 0, entity <= store.model.count else { return nil }
        let key = ObjectKey(
            store: store.number, entity: entity, number: statement.integer(index))
        return NSManagedObjectID(key: key, layout: store.model[entity], store: store.reference)
    }
}
