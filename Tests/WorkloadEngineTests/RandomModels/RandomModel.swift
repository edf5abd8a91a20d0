import Execution

/// A valid model as Xcode would write it, drawn from a seed, such as a developer may have made.
///
/// Entities with and without a parent, attributes of every type with defaults and bounds, derived
/// and composite ones, relationships of every kind, uniqueness constraints on keys and on other
/// attributes, indexes, fetched properties, templates of requests, configurations, names that
/// differ by case alone.
struct RandomModel {
    struct Attribute {
        var name: String
        var type: String
        var isOptional: Bool
        /// The other attributes of the element, as XML.
        var details = ""
    }

    struct Relationship {
        var name: String
        var isOptional: Bool
        var isToMany: Bool
        var isOrdered = false
        var counts = ""
        var deleteRule: String
        var destination: String
        /// `nil` for one without an inverse.
        var inverse: String?
    }

    struct Entity {
        var name: String
        var parent: String?
        var isAbstract = false
        var attributes: [Attribute] = []
        var relationships: [Relationship] = []
        var constraints: [[String]] = []
        /// The class, the identifier and the like, as XML.
        var details = ""
        /// Fetched properties and indexes, as XML.
        var elements: [String] = []
    }

    /// A group of attributes that attributes of the type Composite consist of.
    struct Composite {
        var name: String
        var attributes: [Attribute]
    }

    var entities: [Entity] = []
    var composites: [Composite] = []
    /// Templates of requests and configurations, as XML.
    var elements: [String] = []
    private var draws: RandomStream

    init(seed: UInt64) {
        draws = RandomStream(seed: seed).keyed("model")
        addEntities()
        for index in entities.indices { addAttributes(to: index) }
        for _ in 0..<below(2 * entities.count + 1) { addRelationship() }
        for index in entities.indices { addConstraints(to: index) }
        addRareParts()
    }

    // MARK: Draws

    mutating func below(_ count: Int) -> Int { Int(draws.unit() * Double(count)) }

    mutating func isDrawn(_ share: Double) -> Bool { draws.unit() < share }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    // MARK: Entities

    private static let entityNames = [
        "Album", "Artist", "Track", "Playlist", "Person", "Order", "Line", "Tag", "Country",
    ]

    private mutating func addEntities() {
        var names = Self.entityNames
        for _ in 0..<1 + below(6) {
            var entity = Entity(name: names.remove(at: below(names.count)))
            // Now and then two that differ by case alone: each has a table, and indexes.
            if !entities.isEmpty, isDrawn(0.04) {
                let other = pick(entities).name.uppercased()
                if !entities.contains(where: { $0.name == other }) { entity.name = other }
            }
            if !entities.isEmpty, isDrawn(0.25) { entity.parent = pick(entities).name }
            // Of one at least there are objects.
            entity.isAbstract = !entities.isEmpty && isDrawn(0.12)
            entities.append(entity)
        }
    }

    private func index(of name: String) -> Int { entities.firstIndex { $0.name == name }! }

    /// The entity and those above it.
    func line(of index: Int) -> [Int] {
        [index] + (entities[index].parent.map { line(of: self.index(of: $0)) } ?? [])
    }

    /// The entity, those above it and those below it: their names must differ.
    private func kin(of index: Int) -> [Int] {
        let below = entities.indices.filter { $0 != index && line(of: $0).contains(index) }
        return line(of: index) + below
    }

    // MARK: Names

    private static let propertyNames = [
        "id", "name", "title", "number", "code", "text", "date", "size", "mark", "owner", "item",
        "link", "price", "state", "note", "first", "last", "kind", "place", "value",
    ]

    /// A name that the entity's kin do not have: now and then one that differs by case alone.
    mutating func freeName(for index: Int) -> String {
        let taken = kin(of: index).flatMap { kin in
            entities[kin].names
        }
        if isDrawn(0.12), !taken.isEmpty {
            let other = pick(taken)
            let variants = [other.uppercased(), other.prefix(1).uppercased() + other.dropFirst()]
            if let name = variants.first(where: { !taken.contains($0) }) { return name }
        }
        let free = Self.propertyNames.filter { name in
            !taken.contains { $0.lowercased() == name }
        }
        return free.isEmpty ? "property\(taken.count)" : pick(free)
    }

    // MARK: Attributes

    private static let types = [
        "Integer 16", "Integer 32", "Integer 64", "Decimal", "Double", "Float", "String", "String",
        "String", "Boolean", "Date", "Binary", "UUID", "URI", "Transformable",
    ]

    private static let keyTypes = ["Integer 32", "Integer 64", "String", "UUID"]

    private mutating func addAttributes(to index: Int) {
        if index == 0 {
            entities[index].attributes.append(
                Attribute(name: freeName(for: index), type: pick(Self.keyTypes), isOptional: false))
        } else if isDrawn(0.9) {
            add(pick(Self.keyTypes), to: index)
        }
        for _ in 0..<below(6) { add(pick(Self.types), to: index) }
    }

    private mutating func add(_ type: String, to index: Int) {
        var attribute = Attribute(
            name: freeName(for: index), type: type,
            isOptional: isDrawn(type == "Transformable" ? 0.9 : 0.6))
        if isDrawn(0.04) {
            attribute.isOptional = true
            attribute.details = " transient=\"YES\""
        } else if isDrawn(0.35) {
            attribute.details = defaultValue(of: type)
        } else if isDrawn(0.25) {
            attribute.details = bounds(of: type)
        }
        entities[index].attributes.append(attribute)
    }

    private mutating func defaultValue(of type: String) -> String {
        switch type {
        case "Integer 16", "Integer 32", "Integer 64": " defaultValueString=\"\(below(3))\""
        case "Decimal", "Double", "Float": " defaultValueString=\"0.0\""
        case "String": " defaultValueString=\"\(pick(["", "new"]))\""
        case "Boolean": " defaultValueString=\"\(pick(["YES", "NO"]))\""
        case "Date": " defaultDateTimeInterval=\"700000000\" usesScalarValueType=\"NO\""
        default: ""
        }
    }

    private mutating func bounds(of type: String) -> String {
        func bounds(_ low: Int, _ high: Int, _ draw: Int) -> String {
            let least = " minValueString=\"\(low)\""
            let most = " maxValueString=\"\(high)\""
            return draw == 0 ? least : draw == 1 ? most : least + most
        }
        let draw = below(3)
        switch type {
        case "Integer 16", "Integer 32", "Integer 64":
            return bounds(pick([-5, 0, 1, 1900]), pick([2_000, 2_100, 30_000]), draw)
        case "Decimal", "Double", "Float":
            return bounds(pick([-10, 0, 1]), pick([5, 100, 100_000]), draw)
        case "String":
            if isDrawn(0.1) { return " regularExpressionString=\"[A-Z]{3}-[0-9]+\"" }
            return bounds(pick([1, 3, 20]), pick([20, 40, 255]), draw)
        case "Date":
            return " minDateTimeInterval=\"0\" usesScalarValueType=\"NO\""
        default: return ""
        }
    }

    // MARK: Relationships

    private mutating func addRelationship() {
        let source = below(entities.count)
        let destination = below(entities.count)
        let name = freeName(for: source)
        // An object that needs another of its kind could never be the first.
        let needsItself = source == destination
        var relationship = relationship(name, to: destination, isToMany: isDrawn(0.5))
        relationship.isOptional = relationship.isOptional || needsItself
        guard !isDrawn(0.08) else {
            relationship.inverse = nil
            relationship.isOptional = relationship.isOptional || isDrawn(0.7)
            entities[source].relationships.append(relationship)
            return
        }
        entities[source].relationships.append(relationship)
        let place = entities[source].relationships.count - 1
        let back = freeName(for: destination)
        entities[source].relationships[place].inverse = back
        var inverse = self.relationship(back, to: source, isToMany: isDrawn(0.5))
        inverse.inverse = name
        inverse.isOptional = inverse.isOptional || needsItself
        entities[destination].relationships.append(inverse)
    }

    private mutating func relationship(
        _ name: String, to destination: Int, isToMany: Bool
    ) -> Relationship {
        var relationship = Relationship(
            name: name, isOptional: isDrawn(isToMany ? 0.92 : 0.85), isToMany: isToMany,
            deleteRule: pick([
                "Nullify", "Nullify", "Nullify", "Nullify", "Cascade", "Cascade", "Deny",
                "No Action",
            ]),
            destination: entities[destination].name)
        guard isToMany else { return relationship }
        relationship.isOrdered = isDrawn(0.3)
        if isDrawn(0.15) { relationship.counts += " minCount=\"\(1 + below(3))\"" }
        if isDrawn(0.15) { relationship.counts += " maxCount=\"\(3 + below(20))\"" }
        return relationship
    }

    // MARK: Constraints

    private mutating func addConstraints(to index: Int) {
        let stored = line(of: index).flatMap { entities[$0].attributes }
            .filter { !$0.details.contains("transient") }.map(\.name)
        guard !stored.isEmpty else { return }
        if isDrawn(0.3) { entities[index].constraints.append([pick(stored)]) }
        guard isDrawn(0.12) else { return }
        let pair = [pick(stored), pick(stored)]
        if pair[0] != pair[1] { entities[index].constraints.append(pair) }
    }
}
