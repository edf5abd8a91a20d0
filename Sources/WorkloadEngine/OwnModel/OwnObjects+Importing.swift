import CoreData
import Foundation

// What an import and a user need to make objects.
extension OwnObjects {
    /// Writes an object of the user's.
    func write(
        _ value: NoteValue, into context: NSManagedObjectContext
    ) throws -> OperationPerformer.Effect {
        guard let draft = draft(of: value) else { return OperationPerformer.Effect() }
        var partners = PartnerSearch(self, .batch, in: context)
        try partners.look(for: [draft])
        let object = NSEntityDescription.insertNewObject(
            forEntityName: draft.entity.name, into: context)
        set(draft, on: object)
        for (partner, key) in zip(draft.entity.partners, draft.partners) {
            let other = try partners.object(PartnerKey(entity: partner.entity, key: key))
            object.setValue(other, forKey: partner.name)
        }
        return OperationPerformer.Effect(rows: partners.rows, edits: 1 + partners.created)
    }

    func decode(_ index: Int) throws -> Draft {
        let json = try JSONSerialization.jsonObject(with: source.line(index))
        guard let imported, let tree = json as? [String: Any],
            let draft = Draft(tree, imported, index, content)
        else {
            preconditionFailure("the generated line \(index) is not an object of the content")
        }
        return draft
    }

    /// The names by which parts know the imported object they belong to, in the order of its parts.
    func ownerNames(in context: NSManagedObjectContext) -> [String] {
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
}
