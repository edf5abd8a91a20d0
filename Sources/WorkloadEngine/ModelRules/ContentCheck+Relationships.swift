import CoreData
import Documents

// The rules on the number of a relationship's objects, and on relationships that must be set.
extension ContentCheck {
    private func relationship(
        _ name: String, _ position: Position, _ entity: OwnEntity,
        _ description: NSEntityDescription
    ) throws -> NSRelationshipDescription {
        guard let found = description.relationshipsByName[name] else {
            throw WorkloadError.invalidModel(
                "\(entity.name) has no relationship “\(name)”", at: position,
                remedy: NearestName.remedy(
                    for: name, among: description.relationshipsByName.keys.sorted(),
                    what: "its relationships are"))
        }
        guard !found.isTransient else {
            throw WorkloadError.invalidModel(
                "\(entity.name).\(name) is transient: no store keeps it", at: position,
                remedy: "leave it out")
        }
        return found
    }

    private func checkDestination(
        _ found: NSRelationshipDescription, _ line: String, is name: String,
        _ fail: (String, String) -> WorkloadError
    ) throws {
        guard found.destinationEntity?.isKin(of: name) == true else {
            throw fail(
                "\(line) does not lead to \(name)",
                "it leads to \(found.destinationEntity?.name ?? "nothing")")
        }
    }

    // MARK: Partners

    func check(
        _ partner: OwnEntity.Partner, of entity: OwnEntity, _ description: NSEntityDescription
    ) throws {
        let line = "\(entity.name).\(partner.name)"
        let found = try relationship(
            partner.name, partner.position, entity, description)
        func fail(_ message: String, _ remedy: String) -> WorkloadError {
            .invalidModel(message, at: partner.position, remedy: remedy)
        }
        guard found.isToMany == (partner.counts != nil) else {
            throw fail(
                "\(line) is to \(found.isToMany ? "many" : "one")",
                found.isManyToMany
                    ? "write it as in: some 0..3 of 40 \(partner.entity)"
                    : found.isToMany
                        ? "write it as in: new 0..5 \(partner.entity)"
                        : "write it as in: one of \(partner.count) \(partner.entity)")
        }
        if let counts = partner.counts, partner.source == nil {
            try check(counts, of: found, line, fail)
        }
        try checkDestination(found, line, is: partner.entity, fail)
        guard let inverse = found.inverseRelationship else {
            return try checkDeletion(of: entity, found, nil, fail)
        }
        let back = "\(partner.entity).\(inverse.name)"
        guard inverse.isToMany else {
            guard partner.counts == nil else {
                throw fail(
                    "\(line) takes its objects from others: each belongs to one by \(back)",
                    "write \(partner.name): \(counts(of: found)) \(partner.entity)")
            }
            throw fail(
                "\(line) is one-to-one, and “one of \(partner.count)” would give one"
                    + " \(partner.entity) to several objects of \(entity.name)",
                entity.name == use.imported
                    ? "write \(partner.name): new \(found.isOptional ? 0 : 1)..1 \(partner.entity)"
                    : "leave it out, or make it optional in a copy of the model")
        }
        // Partners are drawn, so one of them may be drawn for every object.
        guard inverse.maxCount == 0 else {
            throw fail(
                "\(back) holds at most \(inverse.maxCount), and any number of objects of"
                    + " \(entity.name) may get one \(partner.entity)",
                "leave \(partner.name) out, or raise the maximum in a copy of the model")
        }
        // A partner exists from its first reference on, and is saved with that one alone.
        guard inverse.minCount <= 1 else {
            throw fail(
                "\(back) holds at least \(inverse.minCount), and one object of \(entity.name) may"
                    + " be the first to get a \(partner.entity)",
                "leave \(partner.name) out, or lower the minimum in a copy of the model")
        }
        if let maker = ways(of: entity).first(where: { $0.set === found && $0.kind == .part }) {
            throw fail(
                "\(line) is set by \(maker.maker), whose part it is", "leave \(partner.name) out")
        }
        try checkDeletion(of: entity, found, inverse, fail)
    }

    /// Checks how many partners an object may have.
    private func check(
        _ counts: ClosedRange<Int>, of found: NSRelationshipDescription, _ line: String,
        _ fail: (String, String) -> WorkloadError
    ) throws {
        guard found.maxCount == 0 || counts.upperBound <= found.maxCount else {
            throw fail(
                "\(line) holds at most \(found.maxCount)", "let no object have more of them")
        }
        guard counts.lowerBound >= found.leastParts else {
            throw fail(
                "\(line) holds at least \(found.leastParts)", "let no object have fewer of them")
        }
    }

    /// Checks the effect on a partner when the user deletes an object that refers to it.
    private func checkDeletion(
        of entity: OwnEntity, _ relationship: NSRelationshipDescription,
        _ inverse: NSRelationshipDescription?, _ fail: (String, String) -> WorkloadError
    ) throws {
        guard use.deletes, isEdited(entity) else { return }
        let line = "\(entity.name).\(relationship.name)"
        let remedy = "leave delete out of roles.ui.mix, or leave \(relationship.name) out"
        switch relationship.deleteRule {
        case .denyDeleteRule:
            throw fail("the user deletes objects of \(entity.name), and \(line) denies it", remedy)
        case .cascadeDeleteRule:
            throw fail(
                "the user deletes objects of \(entity.name), and \(line) deletes with each an"
                    + " object that others refer to", remedy)
        default: break
        }
        if let inverse, !inverse.isOptional {
            throw fail(
                "the user deletes objects of \(entity.name), and"
                    + " \(inverse.entity.name ?? "").\(inverse.name) must not become empty", remedy)
        }
    }

    // MARK: Parts

    func check(
        _ parts: OwnEntity.Parts, of entity: OwnEntity, _ description: NSEntityDescription
    ) throws {
        let line = "\(entity.name).\(parts.name)"
        let found = try relationship(
            parts.name, parts.position, entity, description)
        func fail(_ message: String, _ remedy: String) -> WorkloadError {
            .invalidModel(message, at: parts.position, remedy: remedy)
        }
        guard found.isToMany || found.inverseRelationship?.isToMany == false else {
            throw fail("\(line) is to one", "write it as in: one of 50 \(parts.entity)")
        }
        try checkDestination(found, line, is: parts.entity, fail)
        guard let inverse = found.inverseRelationship, !inverse.isToMany else {
            throw fail(
                "\(line) has no inverse to one object",
                "leave it out, or give it such an inverse in the model")
        }
        // How many a line of a file has is known when it is read; a save refuses too many.
        guard parts.source == nil else { return }
        guard
            !found.isToMany || parts.counts.upperBound <= max(found.maxCount, 0)
                || found.maxCount == 0
        else {
            throw fail(
                "\(line) holds at most \(found.maxCount)",
                "write \(parts.name): \(counts(of: found)) \(parts.entity)")
        }
        guard found.isToMany || parts.counts.upperBound <= 1 else {
            throw fail(
                "\(line) is one-to-one and holds at most 1",
                "write \(parts.name): \(counts(of: found)) \(parts.entity)")
        }
        let isNever = found.isOptional && parts.counts.upperBound == 0
        guard isNever || parts.counts.lowerBound >= found.leastParts else {
            throw fail(
                "\(line) holds at least \(found.leastParts)",
                "write \(parts.name): \(counts(of: found)) \(parts.entity)")
        }
    }

    private func counts(of relationship: NSRelationshipDescription) -> String {
        let counts = relationship.plausibleParts
        return "new \(counts.lowerBound)..\(counts.upperBound)"
    }

    // MARK: Demands

    /// Refuses a required relationship that nothing sets, because a save would refuse it.
    func checkDemands(
        of description: NSEntityDescription, _ entity: OwnEntity, _ way: Way
    ) throws {
        var set: Set<String> = []
        if let name = way.set?.name { set.insert(name) }
        switch way.kind {
        case .imported where use.relationships != .withInsert, .partner: break
        case .imported, .part:
            set.formUnion(entity.partners.map(\.name) + entity.parts.map(\.name))
        case .edited: set.formUnion(entity.partners.map(\.name))
        }
        for name in description.relationshipsByName.keys.sorted() where !set.contains(name) {
            let relationship = description.relationshipsByName[name]!
            guard !relationship.isOptional, !relationship.isTransient else { continue }
            throw missing(relationship, entity, way)
        }
    }

    private func missing(
        _ relationship: NSRelationshipDescription, _ entity: OwnEntity, _ way: Way
    ) -> WorkloadError {
        let line = "\(entity.name).\(relationship.name)"
        let other = relationship.destinationEntity?.name ?? "its entity"
        let inCopy = "make it optional in a copy of the model"
        let message: String
        let remedy: String
        switch way.kind {
        case .edited
        where entity.parts.contains { $0.name == relationship.name }
            || isSetAsPart(relationship, entity):
            message = "the user writes objects of \(entity.name), and each needs a \(other)"
            remedy = "name another entity in roles.ui.edits"
        case .partner:
            message = "\(line) must have a value, but objects that \(way.maker) creates have none"
            remedy = "leave \(way.maker) out, or \(inCopy)"
        case .imported
        where use.relationships != .withInsert
            && (entity.partners.map(\.name) + entity.parts.map(\.name))
                .contains(relationship.name):
            message =
                "\(line) must have a value, and relationships: \(use.relationships.rawValue) saves"
                + " objects without it"
            remedy = "write relationships: with-insert in roles.importer, or \(inCopy)"
        case .imported, .part, .edited:
            message = "\(line) must have a value, but the content gives it none"
            let isParts = relationship.isToMany || relationship.isOneToOne
            let hasEnd = relationship.inverseRelationship?.isToMany == false
            switch (isParts, way.kind) {
            case (false, _): remedy = "add \(relationship.name): one of 50 \(other)"
            case (true, .imported) where hasEnd && other != entity.name:
                remedy = "add \(relationship.name): \(counts(of: relationship)) \(other)"
            case (true, .edited):
                remedy = "name another entity in roles.ui.edits, or \(inCopy)"
            default: remedy = "\(inCopy): the lab makes no such objects"
            }
        }
        return .invalidModel(message, at: entity.position, remedy: remedy)
    }

    /// Whether objects of the entity are made as parts of others, which sets the relationship.
    private func isSetAsPart(
        _ relationship: NSRelationshipDescription, _ entity: OwnEntity
    ) -> Bool {
        ways(of: entity).contains { $0.kind == .part && $0.set?.name == relationship.name }
    }
}
