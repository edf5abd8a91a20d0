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
        try partners.look(for: [draft][...])
        let edits = try write(value, into: context, &partners)
        return OperationPerformer.Effect(rows: partners.rows, edits: edits + partners.created)
    }

    /// The same, with partners that were looked for before.
    ///
    /// - Returns: 1, or 0 if no role edits; partners that it created are counted by the search.
    func write(
        _ value: NoteValue, into context: NSManagedObjectContext, _ partners: inout PartnerSearch
    ) throws -> Int {
        guard let draft = draft(of: value) else { return 0 }
        let object = NSEntityDescription.insertNewObject(
            forEntityName: draft.form.name, into: context)
        set(draft, on: object)
        try partners.join(object, draft)
        return 1
    }

    /// Makes objects of lines, as an importer does.
    ///
    /// - Parameter hasParts: whether it takes the parts out of the lines, too.
    func decode(_ lines: Range<Int>, hasParts: Bool) throws -> [Draft] {
        guard let sent, let imported else {
            return try lines.map { try decodeGenerated($0, hasParts) }
        }
        let reader = SentReader(objects: self, form: form(of: imported), hasParts: hasParts)
        return try lines.map { try reader.draft(sent.lines.line($0), number: $0) }
    }

    private func decodeGenerated(_ index: Int, _ hasParts: Bool) throws -> Draft {
        let json = try JSONSerialization.jsonObject(with: source.line(index))
        guard let imported, let tree = json as? [String: Any],
            let draft = Draft(tree, imported, index, of: self, hasParts: hasParts)
        else {
            preconditionFailure("the generated line \(index) is not an object of the content")
        }
        return draft
    }

    /// Whether a part of an imported object refers to partners.
    var havePartsPartners: Bool {
        guard let imported else { return false }
        let own = content.kinds(of: imported)
        return content.made(with: imported).contains {
            !own.contains($0.name) && !$0.partners.isEmpty
        }
    }

    /// Sets all values but those that lines leave to the user; its relationships stay.
    func set(_ draft: Draft, on object: NSManagedObject) {
        let names = draft.form.attributeNames
        for index in draft.form.settable {
            object.setValue(draft.values.settable(at: index), forKey: names[index])
        }
    }
}
