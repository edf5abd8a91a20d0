import CoreData
import Execution
import Foundation

/// The content of a chain's store, free of names: rows by entity and key, values by property.
struct ChainContents: Equatable {
    struct Reference: Hashable, Comparable {
        let entity: Int
        let key: String

        static func < (left: Reference, right: Reference) -> Bool {
            (left.entity, left.key) < (right.entity, right.key)
        }
    }

    enum Value: Equatable {
        /// An attribute's value; `nil` for none.
        case plain(String?)
        /// The destination of a relationship; sorted if it has no order.
        case objects([Reference])
    }

    var rows: [Reference: [Int: Value]] = [:]
}

extension ChainContents {
    /// Reads everything through the engine.
    init(_ context: NSManagedObjectContext, _ model: ChainModel) throws {
        let ids = Dictionary(uniqueKeysWithValues: model.entities.map { ($0.name, $0.id) })
        func reference(_ object: NSManagedObject) -> Reference {
            Reference(
                entity: ids[object.entity.name ?? ""] ?? 0,
                key: object.objectID.uriRepresentation().lastPathComponent)
        }
        for entity in model.entities where !entity.isAbstract {
            let request = NSFetchRequest<NSManagedObject>(entityName: entity.name)
            request.includesSubentities = false
            let attributes = model.attributes(of: entity.id)
            let ends = model.ends(of: entity.id)
            for object in try context.fetch(request) {
                var values: [Int: Value] = [:]
                for attribute in attributes {
                    let value = object.value(forKey: attribute.name)
                    values[attribute.id] = .plain(value.map { attribute.kind.text(of: $0) })
                }
                for end in ends {
                    let value = object.value(forKey: end.name)
                    var found: [Reference]
                    if end.isOrdered {
                        let members = (value as? NSOrderedSet)?.array ?? []
                        found = members.map { reference($0 as! NSManagedObject) }
                    } else if end.isToMany {
                        found = (value as? Set<NSManagedObject> ?? []).map(reference).sorted()
                    } else {
                        found = (value as? NSManagedObject).map { [reference($0)] } ?? []
                    }
                    values[end.id] = .objects(found)
                }
                rows[reference(object)] = values
            }
        }
    }

    /// The values that both versions have and a migrated store lacks or changed; `nil` if it lacks
    /// nothing.
    ///
    /// - Parameter keepsNil: whether a nil value may have stayed nil, against the new version: in a
    ///   store of Apple's whose tables do not show that a property has become mandatory.
    func loss(
        of former: ChainModel, in next: ChainContents, of model: ChainModel, keepsNil: Bool
    ) -> String? {
        var kept = 0
        for reference in rows.keys.sorted() where model.entity(reference.entity) != nil {
            kept += 1
            guard let now = next.rows[reference] else { return "\(reference) is gone" }
            let values = rows[reference]!
            for attribute in model.attributes(of: reference.entity) {
                let standard = Value.plain(attribute.standardText)
                let before = values[attribute.id]
                var allowed = [before ?? standard]
                if before == .plain(nil), !attribute.isOptional {
                    allowed = keepsNil ? [standard, .plain(nil)] : [standard]
                }
                let found = now[attribute.id] ?? .plain(nil)
                guard allowed.contains(found) else {
                    return "\(reference), \(attribute.name): \(allowed) became \(found)"
                }
            }
            for end in model.ends(of: reference.entity) {
                guard case .objects(var expected) = values[end.id] ?? .objects([]) else { continue }
                expected.removeAll { model.entity($0.entity) == nil }
                if !end.isOrdered { expected.sort() }
                guard now[end.id] == .objects(expected) else {
                    return "\(reference), \(end.name): \(expected) became \(now[end.id]!)"
                }
            }
        }
        return next.rows.count == kept ? nil : "\(next.rows.count) rows instead of \(kept)"
    }
}

extension ChainContents {
    /// Adds some objects with random values to a store.
    static func fill(
        _ context: NSManagedObjectContext, _ model: ChainModel, _ stream: inout RandomStream
    ) throws {
        var objects: [Int: [NSManagedObject]] = [:]
        for entity in model.entities where !entity.isAbstract {
            for _ in 0..<Int.random(in: 0...3, using: &stream) {
                let object = NSEntityDescription.insertNewObject(
                    forEntityName: entity.name, into: context)
                for attribute in model.attributes(of: entity.id) {
                    // Every other one is left as it is: nil, or the default value.
                    guard Int.random(in: 0..<3, using: &stream) > 0 else { continue }
                    object.setValue(attribute.kind.value(&stream), forKey: attribute.name)
                }
                if object.entity.attributesByName.values.contains(where: {
                    !$0.isOptional && object.value(forKey: $0.name) == nil
                }) {
                    fatalError("a mandatory attribute has no default value")
                }
                objects[entity.id, default: []].append(object)
            }
        }
        for entity in model.entities {
            for end in entity.ends {
                let owners = model.family(of: entity.id).flatMap { objects[$0.id] ?? [] }
                let others = model.family(of: end.destination).flatMap { objects[$0.id] ?? [] }
                for owner in owners where Bool.random(using: &stream) {
                    let some = others.shuffled(using: &stream)
                        .prefix(Int.random(in: 0...3, using: &stream))
                    let value: Any? =
                        if end.isOrdered {
                            NSOrderedSet(array: Array(some))
                        } else if end.isToMany { Set(some) } else { some.first }
                    owner.setValue(value, forKey: end.name)
                }
            }
        }
        try context.save()
    }
}
