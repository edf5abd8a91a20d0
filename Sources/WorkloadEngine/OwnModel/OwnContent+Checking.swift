import CoreData
import Documents

/// Making sure that a model has what the content gives values to, and gets what it demands.
extension OwnContent {
    /// - Parameters:
    ///   - path: what messages call the model.
    ///   - edited: the entity of which the user writes objects.
    /// - Throws: `WorkloadError` with the first thing that does not fit, and the nearest that is
    ///   there.
    func check(_ model: NSManagedObjectModel, named path: String, edited: String?) throws {
        let known = model.entitiesByName
        for entity in entities {
            guard let description = known[entity.name] else {
                throw WorkloadError.invalidModel(
                    "the model \(path) has no entity “\(entity.name)”", at: entity.position,
                    remedy: NearestName.remedy(
                        for: entity.name, among: known.keys.sorted(), what: "its entities are"))
            }
            guard !description.isAbstract else {
                throw WorkloadError.invalidModel(
                    "\(entity.name) is abstract in \(path): there are no objects of it",
                    at: entity.position, remedy: "name one of its subentities")
            }
            for attribute in entity.attributes {
                try check(attribute, of: entity, description)
            }
            for partner in entity.partners {
                try checkRelationship(
                    partner.name, partner.position, to: partner.entity, isToMany: false,
                    of: entity, description)
            }
            for parts in entity.parts {
                let found = try checkRelationship(
                    parts.name, parts.position, to: parts.entity, isToMany: true, of: entity,
                    description)
                guard let inverse = found.inverseRelationship, !inverse.isToMany else {
                    throw WorkloadError.invalidModel(
                        "\(entity.name).\(parts.name) has no inverse to one object",
                        at: parts.position,
                        remedy: "leave it out, or give it such an inverse in the model")
                }
            }
            try checkDemands(
                of: description, for: entity, isWritten: edited == entity.name)
        }
    }

    private func check(
        _ attribute: OwnEntity.Attribute, of entity: OwnEntity, _ description: NSEntityDescription
    ) throws {
        guard let found = description.attributesByName[attribute.name] else {
            throw WorkloadError.invalidModel(
                "\(entity.name) has no attribute “\(attribute.name)”", at: attribute.position,
                remedy: NearestName.remedy(
                    for: attribute.name, among: description.attributesByName.keys.sorted(),
                    what: "its attributes are"))
        }
        guard attribute.kind.types.contains(found.attributeType) else {
            let fitting = ValueDraft.kind(of: found)?.text
            throw WorkloadError.invalidModel(
                "\(entity.name).\(attribute.name) cannot hold “\(attribute.kind.text)”",
                at: attribute.position,
                remedy: fitting.map { "its type holds values such as: \($0)" }
                    ?? "leave it out: the lab makes no values of its type")
        }
    }

    @discardableResult
    private func checkRelationship(
        _ name: String, _ position: Position, to destination: String, isToMany: Bool,
        of entity: OwnEntity, _ description: NSEntityDescription
    ) throws -> NSRelationshipDescription {
        guard let found = description.relationshipsByName[name] else {
            throw WorkloadError.invalidModel(
                "\(entity.name) has no relationship “\(name)”", at: position,
                remedy: NearestName.remedy(
                    for: name, among: description.relationshipsByName.keys.sorted(),
                    what: "its relationships are"))
        }
        guard found.isToMany == isToMany else {
            throw WorkloadError.invalidModel(
                "\(entity.name).\(name) is \(isToMany ? "to one" : "to many")", at: position,
                remedy: isToMany
                    ? "write it as in: one of 50 \(destination)"
                    : "write it as in: new 0..5 \(destination)")
        }
        guard found.destinationEntity?.isKin(of: destination) == true else {
            throw WorkloadError.invalidModel(
                "\(entity.name).\(name) does not lead to \(destination)", at: position,
                remedy: "it leads to \(found.destinationEntity?.name ?? "nothing")")
        }
        return found
    }

    /// What a save would refuse: a value that must be there, and that nothing sets.
    private func checkDemands(
        of description: NSEntityDescription, for entity: OwnEntity, isWritten: Bool
    ) throws {
        let set = Set(
            entity.attributes.map(\.name) + entity.partners.map(\.name) + entity.parts.map(\.name))
        for name in description.attributesByName.keys.sorted() where !set.contains(name) {
            let attribute = description.attributesByName[name]!
            guard !attribute.isOptional, attribute.defaultValue == nil, !attribute.isTransient
            else { continue }
            throw WorkloadError.invalidModel(
                "\(entity.name).\(name) must have a value, and the content gives it none",
                at: entity.position,
                remedy: ValueDraft.kind(of: attribute).map { "add \(name): \($0.text)" }
                    ?? "make it optional in a copy of the model: the lab makes no values of it")
        }
        for name in description.relationshipsByName.keys.sorted() where !set.contains(name) {
            let relationship = description.relationshipsByName[name]!
            let isSet = isSetByOwner(relationship, of: entity)
            guard !relationship.isOptional, !isSet || isWritten else { continue }
            let other = relationship.destinationEntity?.name ?? "its entity"
            guard !isSet else {
                throw WorkloadError.invalidModel(
                    "the user writes objects of \(entity.name), and each needs a \(other)",
                    at: entity.position, remedy: "name another entity in roles.ui.edits")
            }
            throw WorkloadError.invalidModel(
                "\(entity.name).\(name) must have a value, and the content gives it none",
                at: entity.position,
                remedy: "add \(name): "
                    + (relationship.isToMany ? "new 1..3 \(other)" : "one of 50 \(other)"))
        }
    }

    /// Whether objects of the entity are made as parts of others, which sets the relationship.
    private func isSetByOwner(
        _ relationship: NSRelationshipDescription, of entity: OwnEntity
    ) -> Bool {
        guard let inverse = relationship.inverseRelationship else { return false }
        return entities.contains { owner in
            owner.parts.contains { $0.entity == entity.name && $0.name == inverse.name }
        }
    }
}

extension NSEntityDescription {
    /// Whether it is an entity of this name, or one above it.
    fileprivate func isKin(of name: String) -> Bool {
        self.name == name || subentities.contains { $0.isKin(of: name) }
    }
}
