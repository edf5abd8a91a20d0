import CoreData
import Documents

// The values that attributes may have, and the attributes that must have one.
extension ContentCheck {
    func checkType(
        _ attribute: OwnEntity.Attribute, _ entity: OwnEntity, _ description: NSEntityDescription
    ) throws {
        guard let found = description.attributesByName[attribute.name] else {
            throw WorkloadError.invalidModel(
                "\(entity.name) has no attribute “\(attribute.name)”", at: attribute.position,
                remedy: NearestName.remedy(
                    for: attribute.name, among: description.attributesByName.keys.sorted(),
                    what: "its attributes are"))
        }
        guard !found.isTransient else {
            throw WorkloadError.invalidModel(
                "\(entity.name).\(attribute.name) is transient: no store keeps it",
                at: attribute.position, remedy: "leave it out")
        }
        guard !(found is NSDerivedAttributeDescription) else {
            throw WorkloadError.invalidModel(
                "\(entity.name).\(attribute.name) is derived: the store computes it",
                at: attribute.position, remedy: "leave it out")
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

    /// Compares the least and the greatest drawn value with the model's bounds: if both are
    /// allowed, all values between them are.
    func checkValues(
        of attribute: OwnEntity.Attribute, _ entity: OwnEntity,
        _ description: NSEntityDescription, _ ways: [Way]
    ) throws {
        let found = description.attributesByName[attribute.name]!
        let predicates = found.validationPredicates
        guard !predicates.isEmpty else { return }
        guard attribute.source == nil else { return }
        let values = attribute.kind.ends(entity, numbers: ways.map(\.numbers))
        for value in values where !predicates.allSatisfy({ $0.evaluate(with: value.object) }) {
            let fitting = ValueDraft.kind(of: found)
            let isBetter = fitting != nil && fitting != attribute.kind
            throw WorkloadError.invalidModel(
                "\(entity.name).\(attribute.name) may be \(Self.short(value)) by"
                    + " “\(attribute.kind.text)”, which breaks its rule"
                    + " \(predicates.map(\.description).joined(separator: " and "))",
                at: attribute.position,
                remedy: isBetter
                    ? "write \(attribute.name): \(fitting!.text)"
                    : "leave it out: the lab makes no values that keep to it")
        }
    }

    private static func short(_ value: OwnValue) -> String {
        let line = value.line
        return line.count <= 40 ? line : "\(line.prefix(40))…"
    }

    /// Refuses a required attribute that nothing sets, because a save would refuse it.
    func checkMissing(_ entity: OwnEntity, _ description: NSEntityDescription) throws {
        let set = Set(entity.attributes.map(\.name))
        for name in description.attributesByName.keys.sorted() where !set.contains(name) {
            let attribute = description.attributesByName[name]!
            guard !attribute.isTransient else { continue }
            let kind =
                attribute is NSDerivedAttributeDescription ? nil : ValueDraft.kind(of: attribute)
            let remedy =
                kind.map { "add \(name): \($0.text)" }
                ?? "make it optional in a copy of the model: the lab makes no such values"
            if let value = attribute.defaultValue {
                guard !attribute.validationPredicates.allSatisfy({ $0.evaluate(with: value) })
                else { continue }
                throw WorkloadError.invalidModel(
                    "\(entity.name).\(name) has a default value that breaks its own rule, and the"
                        + " content gives it none", at: entity.position, remedy: remedy)
            }
            guard !attribute.isOptional else { continue }
            throw WorkloadError.invalidModel(
                "\(entity.name).\(name) must have a value, but the content gives it none",
                at: entity.position, remedy: remedy)
        }
    }

    /// Refuses a required attribute that lines leave to the user, because a save would refuse it.
    func checkMarks(
        _ entity: OwnEntity, _ description: NSEntityDescription, _ ways: [Way]
    ) throws {
        guard ways.contains(where: { $0.kind == .imported }) else { return }
        for attribute in entity.attributes where attribute.isEdit {
            let found = description.attributesByName[attribute.name]!
            guard !found.isOptional, found.defaultValue == nil else { continue }
            throw WorkloadError.invalidModel(
                "\(entity.name).\(attribute.name) must have a value, and lines leave it to the"
                    + " user",
                at: attribute.position,
                remedy: "let it be drawn, or make it optional in a copy of the model")
        }
    }

    // MARK: Constraints

    /// Each uniqueness constraint needs an attribute whose values differ for sure, or that is nil.
    func checkConstraints(
        _ entity: OwnEntity, _ description: NSEntityDescription, _ ways: [Way]
    ) throws {
        for names in description.rowConstraints {
            let lines = names.map { name in entity.attributes.first { $0.name == name } }
            let isNil = zip(names, lines).contains { name, line in
                line == nil && description.attributesByName[name]?.defaultValue == nil
            }
            let unique = lines.compactMap(\.self).filter(\.kind.isUnique)
            if isNil { continue }
            guard !unique.isEmpty else { throw notUnique(names, lines, entity, description) }
            guard unique.allSatisfy(\.kind.isBareNumber) else { continue }
            guard let other = rival(of: entity, description, unique[0].name, ways) else { continue }
            throw WorkloadError.invalidModel(
                "\(entity.name).\(unique[0].name) and \(other).\(unique[0].name) would be the same"
                    + " numbers, and the model wants them to differ: both are under"
                    + " \(description.root.name ?? "")", at: unique[0].position,
                remedy: "leave out the line that makes one of the two")
        }
    }

    private func notUnique(
        _ names: [String], _ lines: [OwnEntity.Attribute?], _ entity: OwnEntity,
        _ description: NSEntityDescription
    ) -> WorkloadError {
        let list = names.joined(separator: ", ")
        let line = lines.compactMap(\.self).first
        let fitting = names.lazy.compactMap { name in
            description.attributesByName[name].flatMap(ValueDraft.unique).map { (name, $0) }
        }.first
        return .invalidModel(
            "\(entity.name) is unique by \(list) in the model, but its drawn values are not",
            at: line?.position ?? entity.position,
            remedy: fitting.map { "write \($0.0): \($0.1.text)" }
                ?? "leave \(list) out, or take the constraint off in a copy of the model")
    }

    /// Another entity under the same one whose objects get some of the same bare numbers for an
    /// attribute.
    private func rival(
        of entity: OwnEntity, _ description: NSEntityDescription, _ name: String, _ ways: [Way]
    ) -> String? {
        content.entities.first { other in
            guard other.root != entity.root, let found = entities[other.name],
                found.root === description.root,
                other.attributes.contains(where: { $0.name == name && $0.kind.isBareNumber })
            else { return false }
            return self.ways(of: other).contains { way in
                ways.contains { $0.numbers.overlaps(way.numbers) }
            }
        }?.name
    }
}

extension ValueKind {
    /// The least and the greatest of the values, or the shortest and the longest; empty for a kind
    /// whose bounds a model file cannot state.
    fileprivate func ends(_ entity: OwnEntity, numbers: [ClosedRange<Int>]) -> [OwnValue] {
        switch self {
        case .textKey, .numberKey, .uniqueText, .uniqueNumber, .uniqueDate:
            numbers.flatMap { [$0.lowerBound, $0.upperBound] }
                .compactMap { entity.numbered(self, $0) }
        case .words(let count):
            [.text(NoteValue.shortest(words: count.lowerBound))]
                + [.text(NoteValue.longest(words: count.upperBound))]
        case .letters(let count):
            [count.lowerBound, count.upperBound].map { .text(String(repeating: "m", count: $0)) }
        case .place: [.integer(0)]
        case .integer(let range): [range.lowerBound, range.upperBound].map { .integer(Int64($0)) }
        case .real(let range): [range.lowerBound, range.upperBound].map { .real(Double($0)) }
        case .decimal(let range): [range.lowerBound, range.upperBound].map { .decimal("\($0)") }
        case .date(let years):
            [OwnValue.seconds(of: years).lowerBound, OwnValue.seconds(of: years).upperBound]
                .map { .date($0) }
        case .boolean(let share): share > 0 && share < 1 ? [.boolean(false), .boolean(true)] : []
        // What a file has is known when it is read; a save refuses what breaks a rule.
        case .uuidKey, .uuid, .url, .bytes, .blob, .sent, .edit: []
        }
    }
}
