import CoreData
import Execution
import Foundation

/// Brings in objects of a content in each of the ways that a workload can request.
///
///     insert        partners found or created, objects and their parts made
///     upsert        the same for objects that are not there; the others get their new values.
///                   With find: constraint all are made, and the save finds those that are there
///     batch insert  attributes alone, by one request past the context
///     link          objects that are in the store, found by their keys, get their partners
///
/// - Precondition: every call comes on the context's queue.
struct OwnImporter {
    typealias Draft = OwnObjects.Draft
    typealias Effect = OperationPerformer.Effect

    let objects: OwnObjects
    let role: ImporterRole
    let execution: any Execution

    /// Decodes a batch and brings it in.
    ///
    /// - Throws: the error of a failed fetch or request.
    func importBatch(_ lines: Range<Int>, in context: NSManagedObjectContext) throws -> Effect {
        switch role.method {
        case .insert: return try insert(decode(lines), in: context)
        case .upsert where role.find == .constraint:
            return try insert(decode(lines), in: context)
        case .upsert: return try upsert(decode(lines), in: context)
        case .batchInsert: return try batchInsert(decode(lines), in: context)
        case .batchInsertBlock: return try batchInsert(oneByOne: lines, in: context)
        }
    }

    /// Writes objects as they were before the newer lines came.
    func preload(_ lines: Range<Int>, in context: NSManagedObjectContext) throws -> Effect {
        try insert(lines.compactMap { objects.line($0, isOlder: true) }[...], in: context)
    }

    /// Writes the partners that lines name.
    func preloadPartners(
        _ lines: Range<Int>, in context: NSManagedObjectContext
    ) throws -> Effect {
        var partners = PartnerSearch(objects, .batch, in: context)
        for line in lines {
            for key in objects.partners(
                ofLine: line, hasParts: bringsParts)
            { _ = try partners.object(key.key, entity: objects.place(of: key.entity)) }
        }
        return Effect(edits: partners.created)
    }

    /// Finds each object and its partners by their keys, in the importer's own context, and joins
    /// them.
    func link(
        _ lines: Range<Int>, of operation: Operation, in context: NSManagedObjectContext
    ) throws -> Effect {
        let drafts = try decode(lines)
        let found = try find(drafts, in: context)
        var partners = PartnerSearch(objects, role.find, in: context)
        try partners.look(for: drafts)
        // Each end is found before the first is joined: a mistake leaves no half of a batch.
        var ends: [NSManagedObject] = []
        var others: [NSManagedObject] = []
        for draft in drafts {
            guard let object = draft.key.flatMap({ found[$0] }) else {
                throw missing(draft.form, draft.key, of: operation)
            }
            ends.append(object)
            for place in draft.partners.indices {
                let entity = draft.form.partners[place].entity
                for key in draft.partners[place] {
                    guard let other = try partners.found(key, entity: entity) else {
                        throw missing(objects.forms[entity], key, of: operation)
                    }
                    others.append(other)
                }
            }
        }
        var rest = others[...]
        for (draft, end) in zip(drafts, ends) {
            for place in draft.partners.indices {
                let count = draft.partners[place].count
                end.set(rest.prefix(count), draft.form.partners[place])
                rest.removeFirst(count)
            }
        }
        return Effect(
            rows: found.count + partners.rows, edits: ends.count, sentinel: ends.last)
    }

    private func missing(
        _ form: ObjectForm, _ key: OwnValue?, of operation: Operation
    ) -> WorkloadError {
        .missingObject("\(form.name) \(key?.line ?? "")", of: operation)
    }

    /// Whether the parts that lines have are made with their objects.
    private var bringsParts: Bool { role.relationships == .withInsert }

    /// How many values the import takes out of lines.
    private func valueCount(_ drafts: ArraySlice<Draft>) -> Int {
        drafts.reduce(0) { $0 + (bringsParts ? $1.valueCount : $1.ownValueCount) }
    }

    private func decode(_ lines: Range<Int>) throws -> ArraySlice<Draft> {
        try execution.span(.decode) {
            execution.charge(.linesDecoded, lines.count)
            // In virtual time the charge is what decoding costs, and the objects are there.
            let drafts =
                execution.chargesWork
                ? objects.drafts(of: lines) : try objects.decode(lines, hasParts: bringsParts)[...]
            execution.charge(.valuesDecoded, valueCount(drafts))
            return drafts
        }
    }
}

// MARK: - Ways in

extension OwnImporter {
    private func insert(
        _ drafts: ArraySlice<Draft>, in context: NSManagedObjectContext
    ) throws -> Effect {
        var partners = try partners(of: drafts, in: context)
        var effect = Effect()
        for draft in drafts {
            effect.sentinel = try insert(draft, &partners, &effect, in: context)
        }
        execution.charge(.valuesImported, valueCount(drafts))
        return total(effect, partners)
    }

    /// Changes the objects that are there, and inserts the others.
    private func upsert(
        _ drafts: ArraySlice<Draft>, in context: NSManagedObjectContext
    ) throws -> Effect {
        let known = try find(drafts, in: context)
        let fresh = drafts.filter { draft in draft.key.flatMap { known[$0] } == nil }
        var partners = try partners(of: fresh[...], in: context)
        var effect = Effect(rows: known.count)
        var values = 0
        for draft in drafts {
            guard let object = draft.key.flatMap({ known[$0] }) else {
                effect.sentinel = try insert(draft, &partners, &effect, in: context)
                values += bringsParts ? draft.valueCount : draft.ownValueCount
                continue
            }
            objects.set(draft, on: object)
            values += draft.values.count
            effect.sentinel = object
            effect.edits += 1
        }
        execution.charge(.valuesImported, values)
        return total(effect, partners)
    }

    private func total(_ effect: Effect, _ partners: PartnerSearch) -> Effect {
        var effect = effect
        effect.rows += partners.rows
        effect.edits += partners.created
        return effect
    }

    private func insert(
        _ draft: Draft, _ partners: inout PartnerSearch, _ effect: inout Effect,
        in context: NSManagedObjectContext
    ) throws -> NSManagedObject {
        let object = try make(draft, &partners, &effect, in: context)
        guard bringsParts else { return object }
        for kind in draft.parts.indices {
            for part in draft.parts[kind] {
                let part = try insert(part, &partners, &effect, in: context)
                part.setValue(object, forKey: draft.form.parts[kind].inverse)
            }
        }
        return object
    }

    private func make(
        _ draft: Draft, _ partners: inout PartnerSearch, _ effect: inout Effect,
        in context: NSManagedObjectContext
    ) throws -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(
            forEntityName: draft.form.name, into: context)
        objects.set(draft, on: object)
        effect.edits += 1
        guard role.relationships != .none else { return object }
        // A second pass joins them, when all objects are there.
        try partners.join(object, draft, joins: bringsParts)
        return object
    }

    /// Writes the batch past the context, with one request.
    private func batchInsert(
        _ drafts: ArraySlice<Draft>, in context: NSManagedObjectContext
    ) throws -> Effect {
        let request = NSBatchInsertRequest(
            entityName: role.entity, objects: drafts.map(\.attributes))
        return try execute(request, of: drafts.count, in: context)
    }

    /// The same, each line decoded when the request asks for it.
    private func batchInsert(
        oneByOne lines: Range<Int>, in context: NSManagedObjectContext
    ) throws -> Effect {
        var rest = lines[...]
        var mistake: (any Error)?
        let request = NSBatchInsertRequest(entityName: role.entity) {
            (row: NSMutableDictionary) in
            guard let line = rest.popFirst() else { return true }
            do {
                let draft = try execution.span(.decode) {
                    execution.charge(.linesDecoded, 1)
                    let draft = try objects.decode(line..<line + 1, hasParts: bringsParts)[0]
                    execution.charge(.valuesDecoded, draft.ownValueCount)
                    return draft
                }
                for (key, value) in draft.attributes { row[key] = value }
                return false
            } catch {
                // The block cannot throw; its error is rethrown when the request is through.
                mistake = error
                return true
            }
        }
        let effect = try execute(request, of: lines.count, in: context)
        if let mistake { throw mistake }
        return effect
    }

    private func execute(
        _ request: NSBatchInsertRequest, of count: Int, in context: NSManagedObjectContext
    ) throws -> Effect {
        request.resultType = .objectIDs
        let result = try context.execute(request) as? NSBatchInsertResult
        let ids = result?.result as? [NSManagedObjectID] ?? []
        return Effect(edits: count, written: ids)
    }
}

// MARK: - Finding

extension OwnImporter {
    /// The imported objects that are there, by their keys.
    private func find(
        _ drafts: ArraySlice<Draft>, in context: NSManagedObjectContext
    ) throws -> [OwnValue: NSManagedObject] {
        guard let search = objects.imported.flatMap({ KeySearch($0, role.find) }) else {
            return [:]
        }
        return try search.objects(drafts.compactMap(\.key), in: context)
    }

    private func partners(
        of drafts: ArraySlice<Draft>, in context: NSManagedObjectContext
    ) throws -> PartnerSearch {
        var partners = PartnerSearch(objects, role.find, in: context)
        switch role.relationships {
        case .withInsert: try partners.look(for: drafts, hasParts: objects.havePartsPartners)
        case .secondPass: try partners.look(for: drafts)
        case .none: break
        }
        return partners
    }
}

extension OwnObjects.Draft {
    /// The attributes for a batch insert request.
    fileprivate var attributes: [String: Any] {
        var attributes: [String: Any] = [:]
        for index in values.indices {
            attributes[form.attributeNames[index]] = values[index]?.settable
        }
        return attributes
    }
}
