import CoreData
import Execution
import Foundation

/// Bringing in one's own objects: decoded, their partners found with one fetch an entity or
/// created, their parts made with them.
extension OwnObjects {
    func importBatch(
        _ lines: Range<Int>, in context: NSManagedObjectContext, _ execution: any Execution
    ) throws -> OperationPerformer.Effect {
        let drafts = try execution.span(.decode) {
            execution.charge(.linesDecoded, lines.count)
            return try lines.map(decode)
        }
        var effect = OperationPerformer.Effect()
        var known = try findPartners(of: drafts + drafts.flatMap { $0.parts.joined() }, in: context)
        effect.rows = known.count
        let owners = ownerNames(in: context)
        for draft in drafts {
            let object = insert(draft, &known, &effect, in: context)
            for (owner, parts) in zip(owners, draft.parts) {
                for part in parts {
                    let made = insert(part, &known, &effect, in: context)
                    made.setValue(object, forKey: owner)
                }
            }
            effect.sentinel = object
        }
        return effect
    }

    /// Writes an object of the user's.
    func write(
        _ value: NoteValue, into context: NSManagedObjectContext
    ) throws -> OperationPerformer.Effect {
        var effect = OperationPerformer.Effect()
        guard let draft = draft(of: value) else { return effect }
        var known = try findPartners(of: [draft], in: context)
        effect.rows = known.count
        _ = insert(draft, &known, &effect, in: context)
        return effect
    }

    private func decode(_ index: Int) throws -> Draft {
        let json = try JSONSerialization.jsonObject(with: source.line(index))
        guard let imported, let tree = json as? [String: Any],
            let draft = Draft(tree, imported, index, content)
        else {
            preconditionFailure("the generated line \(index) is not an object of the content")
        }
        return draft
    }

    // MARK: Objects

    private func insert(
        _ draft: Draft, _ known: inout [PartnerKey: NSManagedObject],
        _ effect: inout OperationPerformer.Effect, in context: NSManagedObjectContext
    ) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(
            forEntityName: draft.entity.name, into: context)
        set(draft, on: object)
        effect.edits += 1
        for (partner, number) in zip(draft.entity.partners, draft.partners) {
            let key = PartnerKey(entity: partner.entity, number: number)
            if known[key] == nil, let other = self.partner(partner.entity, number) {
                known[key] = insert(other, &known, &effect, in: context)
            }
            object.setValue(known[key], forKey: partner.name)
        }
        return object
    }

    /// The names by which parts know the imported object they belong to, in the order of its parts.
    private func ownerNames(in context: NSManagedObjectContext) -> [String] {
        guard let imported else { return [] }
        let entity = NSEntityDescription.entity(forEntityName: imported.name, in: context)
        // The model was checked: each has an inverse, and it is to one.
        return imported.parts.map {
            entity!.relationshipsByName[$0.name]!.inverseRelationship!.name
        }
    }

    /// Sets all values; its relationships stay.
    func set(_ draft: Draft, on object: NSManagedObject) {
        for (attribute, value) in zip(draft.entity.attributes, draft.values) {
            object.setValue(value.object, forKey: attribute.name)
        }
    }

    private struct PartnerKey: Hashable {
        var entity: String
        var number: Int
    }

    /// The partners that are there.
    private func findPartners(
        of drafts: [Draft], in context: NSManagedObjectContext
    ) throws -> [PartnerKey: NSManagedObject] {
        var wanted: [(entity: String, numbers: Set<Int>)] = []
        for draft in drafts {
            for (partner, number) in zip(draft.entity.partners, draft.partners) {
                if let place = wanted.firstIndex(where: { $0.entity == partner.entity }) {
                    wanted[place].numbers.insert(number)
                } else {
                    wanted.append((partner.entity, [number]))
                }
            }
        }
        var found: [PartnerKey: NSManagedObject] = [:]
        for (name, numbers) in wanted {
            guard let entity = content.entity(name), let key = entity.key else { continue }
            let request = NSFetchRequest<NSManagedObject>(entityName: name)
            // An object of a subentity may have the same number, and is another's.
            request.includesSubentities = false
            let keys = numbers.sorted().compactMap { entity.keyValue($0)?.object }
            request.predicate = NSPredicate(format: "%K IN %@", argumentArray: [key.name, keys])
            for object in try context.fetch(request) {
                let value = OwnValue(object: object.value(forKey: key.name), key.kind)
                guard let number = value?.number else { continue }
                found[PartnerKey(entity: name, number: number)] = object
            }
        }
        return found
    }
}
