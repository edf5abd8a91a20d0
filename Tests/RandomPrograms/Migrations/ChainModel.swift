/// One version of a random model, small enough to be drawn: entities, attributes, relationships.
///
/// Entities and properties have numbers that stay through all versions, under any name; the first
/// name that one had is its renaming identifier ever after.
struct ChainModel {
    /// The type of an attribute's values.
    enum Kind: String, CaseIterable {
        case string = "String"
        case integer16 = "Integer 16"
        case integer64 = "Integer 64"
        case double = "Double"
        case boolean = "Boolean"
        case date = "Date"
        case binary = "Binary"
        case decimal = "Decimal"
        case uuid = "UUID"
        case uri = "URI"
    }

    struct Attribute {
        let id: Int
        var name: String
        let kind: Kind
        var isOptional = true
        /// As the model's file has it; `nil` for none.
        var standard: String?

        var first: String { "a\(id)" }
    }

    /// One end of a relationship; its inverse is another end.
    struct End {
        let id: Int
        var name: String
        let destination: Int
        let inverse: Int
        var isToMany: Bool
        var isOrdered = false

        var first: String { "r\(id)" }
    }

    struct Entity {
        let id: Int
        var name: String
        var parent: Int?
        var isAbstract = false
        var attributes: [Attribute] = []
        var ends: [End] = []

        var first: String { "E\(id)" }
    }

    var entities: [Entity] = []

    func entity(_ id: Int) -> Entity? { entities.first { $0.id == id } }

    /// The entity and those above it, the topmost last.
    func line(of id: Int) -> [Entity] {
        var line: [Entity] = []
        var next: Int? = id
        while let id = next, let entity = entity(id) {
            line.append(entity)
            next = entity.parent
        }
        return line
    }

    /// The entities whose objects are of an entity.
    func family(of id: Int) -> [Entity] {
        entities.filter { line(of: $0.id).contains { $0.id == id } }
    }

    func attributes(of id: Int) -> [Attribute] { line(of: id).flatMap(\.attributes) }
    func ends(of id: Int) -> [End] { line(of: id).flatMap(\.ends) }

    /// The columns of each hierarchy, as the tables of a SQLite store show the attributes.
    var columns: Set<String> {
        Set(
            entities.flatMap { entity in
                let root = line(of: entity.id).last?.name ?? ""
                return [root] + entity.attributes.map { "\(root).\($0.name) \(column($0.kind))" }
            })
    }

    private func column(_ kind: Kind) -> String {
        switch kind {
        case .string, .uri: "text"
        case .integer16, .integer64, .boolean: "integer"
        case .double: "float"
        case .date: "date"
        case .binary, .uuid: "bytes"
        case .decimal: "decimal"
        }
    }
}

extension ChainModel {
    /// The text of the model's file.
    var xml: String {
        "<model>\n" + entities.map(xml).joined() + "</model>\n"
    }

    private func xml(_ entity: Entity) -> String {
        var head = "<entity name=\"\(entity.name)\"" + renaming(entity.first, entity.name)
        if let parent = entity.parent.flatMap(self.entity) {
            head += " parentEntity=\"\(parent.name)\""
        }
        if entity.isAbstract { head += " isAbstract=\"YES\"" }
        return head + ">\n" + entity.attributes.map(xml).joined()
            + entity.ends.map(xml).joined() + "</entity>\n"
    }

    private func xml(_ attribute: Attribute) -> String {
        var text = "  <attribute name=\"\(attribute.name)\""
        text += renaming(attribute.first, attribute.name)
        if attribute.isOptional { text += " optional=\"YES\"" }
        text += " attributeType=\"\(attribute.kind.rawValue)\""
        if let standard = attribute.standard {
            let key = attribute.kind == .date ? "defaultDateTimeInterval" : "defaultValueString"
            text += " \(key)=\"\(standard)\""
        }
        return text + "/>\n"
    }

    private func xml(_ end: End) -> String {
        let destination = entity(end.destination)!
        let inverse = destination.ends.first { $0.id == end.inverse }!
        var text = "  <relationship name=\"\(end.name)\"" + renaming(end.first, end.name)
        text += " optional=\"YES\" "
        text += end.isToMany ? "toMany=\"YES\"" : "maxCount=\"1\""
        if end.isOrdered { text += " ordered=\"YES\"" }
        text += " deletionRule=\"Nullify\" destinationEntity=\"\(destination.name)\""
        return text + " inverseName=\"\(inverse.name)\" inverseEntity=\"\(destination.name)\"/>\n"
    }

    private func renaming(_ first: String, _ name: String) -> String {
        first == name ? "" : " elementID=\"\(first)\""
    }
}
