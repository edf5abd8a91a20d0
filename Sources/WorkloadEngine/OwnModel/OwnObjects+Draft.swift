import Foundation

// The values of one object: what it is found by, and how a server sends it.
extension OwnObjects.Draft {
    /// The value by which the object is found; `nil` if it has no key.
    var key: OwnValue? {
        form.keyIndex.flatMap { values[$0] }
    }

    /// The object as a part, in its place among the others.
    func placed(at place: Int) -> OwnObjects.Draft {
        guard let index = form.placeIndex else { return self }
        var values = values
        values[index] = .integer(Int64(place))
        return with(values)
    }

    /// The object with what lines leave to the user: as the user set it last, or as the model has
    /// it for a new object.
    func marked(_ mark: NoteValue?) -> OwnObjects.Draft {
        var values = values
        for (place, attribute) in entity.attributes.enumerated() {
            guard case .edit(let part) = attribute.kind else { continue }
            values[place] = mark?.part(part) ?? attribute.initial
        }
        return with(values)
    }

    /// What its partners are found by.
    var partnerKeys: [PartnerKey] {
        guard !partners.isEmpty else { return [] }
        return zip(entity.partners, partners).flatMap { partner, keys in
            keys.map { PartnerKey(entity: partner.entity, key: $0) }
        }
    }

    /// What its partners are found by, and those of its parts.
    var allPartnerKeys: [PartnerKey] {
        guard havePartsPartners else { return partnerKeys }
        var keys: [PartnerKey] = []
        visit { keys += $0.partnerKeys }
        return keys
    }

    /// Visits the object, its parts, and theirs.
    func visit(_ body: (OwnObjects.Draft) throws -> Void) rethrows {
        try body(self)
        for drafts in parts {
            for draft in drafts { try draft.visit(body) }
        }
    }

    /// The object as a server sends it: attributes, its partners' keys, and its parts.
    private var tree: [String: Any] {
        var tree: [String: Any] = [:]
        if entity.isInFamily { tree[Self.entityKey] = entity.name }
        for (attribute, value) in zip(entity.attributes, values) where !attribute.isEdit {
            tree[attribute.name] = value?.json
        }
        for (partner, keys) in zip(entity.partners, partners) {
            tree[partner.name] = partner.counts == nil ? keys[0].json : keys.map(\.json)
        }
        for (kind, drafts) in zip(entity.parts, parts) {
            tree[kind.name] = drafts.map(\.tree)
        }
        return tree
    }

    /// A line of JSON, its keys in their order.
    var json: String {
        let data = try? JSONSerialization.data(withJSONObject: tree, options: .sortedKeys)
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    /// The key under which a line names the subentity of an object: no property has this name.
    private static let entityKey = "entity"

    /// Reads a line.
    ///
    /// - Returns: `nil` if the line lacks a value.
    convenience init?(
        _ tree: [String: Any], _ entity: OwnEntity, _ number: Int, of objects: OwnObjects,
        hasParts: Bool = true
    ) {
        let content = objects.content
        let entity =
            entity.shares.isEmpty
            ? entity : (tree[Self.entityKey] as? String).flatMap(content.entity) ?? entity
        var values: [OwnValue?] = []
        for attribute in entity.attributes {
            guard !attribute.isEdit else {
                values.append(nil)
                continue
            }
            guard let value = OwnValue(json: tree[attribute.name], attribute.kind) else {
                return nil
            }
            values.append(value)
        }
        var partners: [[OwnValue]] = []
        for partner in entity.partners {
            guard let kind = content.entity(partner.entity)?.key?.kind else { return nil }
            let sent = tree[partner.name]
            let values = partner.counts == nil ? [sent as Any] : sent as? [Any] ?? []
            let keys = values.compactMap { OwnValue(json: $0, kind) }
            guard keys.count == values.count else { return nil }
            partners.append(keys)
        }
        var parts: [[OwnObjects.Draft]] = []
        for kind in hasParts ? entity.parts : [] {
            guard let other = content.entity(kind.entity),
                let trees = tree[kind.name] as? [[String: Any]]
            else { return nil }
            let drafts = trees.compactMap { Self($0, other, 0, of: objects) }
            guard drafts.count == trees.count else { return nil }
            parts.append(drafts)
        }
        self.init(
            form: objects.form(of: entity), number: number, values: AttributeValues(values),
            partners: partners, parts: parts)
    }
}
