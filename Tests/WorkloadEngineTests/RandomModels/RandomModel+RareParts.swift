extension RandomModel.Entity {
    /// The names of its own properties, fetched ones excepted.
    var names: [String] { attributes.map(\.name) + relationships.map(\.name) }
}

/// The parts that few models have, or that say nothing of the objects: each is read, and most are
/// named as gaps or change nothing.
extension RandomModel {
    mutating func addRareParts() {
        if isDrawn(0.15) { addComposite() }
        for index in entities.indices {
            if isDrawn(0.15) { addDerived(to: index) }
            if isDrawn(0.1) { addIndex(to: index) }
            if isDrawn(0.06) { addFetchedProperty(to: index) }
            addDetails(to: index)
        }
        if isDrawn(0.1) { addTemplate() }
        if isDrawn(0.08) { addConfiguration() }
    }

    // MARK: Attributes

    /// A composite, now and then one inside another, and an attribute of it.
    private mutating func addComposite() {
        var inner = Composite(name: "Place", attributes: [])
        for (name, type) in [("street", "String"), ("number", "Integer 32"), ("at", "Date")] {
            inner.attributes.append(.init(name: name, type: type, isOptional: true))
        }
        composites.append(inner)
        var name = inner.name
        if isDrawn(0.3) {
            name = "Address"
            let place = Attribute(
                name: "place", type: "Composite", isOptional: true,
                details: " composite=\"\(inner.name)\"")
            let country = Attribute(name: "country", type: "String", isOptional: true)
            composites.append(Composite(name: name, attributes: [place, country]))
        }
        let index = below(entities.count)
        entities[index].attributes.append(
            Attribute(
                name: freeName(for: index), type: "Composite", isOptional: true,
                details: " composite=\"\(name)\""))
    }

    /// An attribute that the store computes: of a text, of a to-one's text, of a to-many, or of
    /// the time of the save.
    private mutating func addDerived(to index: Int) {
        let own = line(of: index)
        func texts(_ place: Int) -> [String] {
            entities[place].attributes.filter {
                $0.type == "String" && !$0.details.contains("transient")
                    && !$0.details.contains("derived")
            }.map(\.name)
        }
        var choices = [("Date", "now()")]
        choices += own.flatMap(texts).map { ("String", "canonical:(\($0))") }
        choices += own.flatMap(texts).map { ("String", "uppercase:(\($0))") }
        for relationship in own.flatMap({ entities[$0].relationships }) {
            guard let other = entities.firstIndex(where: { $0.name == relationship.destination })
            else { continue }
            if relationship.isToMany {
                choices.append(("Integer 64", "\(relationship.name).@count"))
            } else {
                choices += texts(other).map { ("String", "\(relationship.name).\($0)") }
            }
        }
        let (type, expression) = pick(choices)
        let details = " derived=\"YES\" derivationExpression=\"\(expression)\""
        entities[index].attributes.append(
            Attribute(
                name: freeName(for: index), type: type, isOptional: true, details: details))
    }

    /// What says nothing of values: classes, identifiers for migrations, places of storage.
    private mutating func addDetails(to index: Int) {
        if isDrawn(0.2) {
            let name = entities[index].name
            entities[index].details += " representedClassName=\"\(name)\" syncable=\"YES\""
        }
        if isDrawn(0.1) { entities[index].details += " versionHashModifier=\"2\"" }
        if isDrawn(0.1) {
            entities[index].elements.append(
                "<userInfo><entry key=\"com.example.note\" value=\"a &amp; b\"/></userInfo>\n")
        }
        for place in entities[index].attributes.indices {
            let attribute = entities[index].attributes[place]
            guard attribute.type != "Composite", !attribute.details.contains("derived") else {
                continue
            }
            if attribute.type == "Binary", isDrawn(0.4) {
                // SQLite compares no values that may lie in files.
                if isConstrained(attribute.name, of: index) { continue }
                entities[index].attributes[place].details +=
                    " allowsExternalBinaryDataStorage=\"YES\""
            } else if attribute.type == "Transformable", isDrawn(0.5) {
                entities[index].attributes[place].details +=
                    " valueTransformerName=\"NSSecureUnarchiveFromData\""
            } else if isDrawn(0.03) {
                entities[index].attributes[place].details += " elementID=\"old\(place)\""
            } else if isDrawn(0.03), !attribute.details.contains("transient") {
                entities[index].attributes[place].details += " preserveAfterDeletion=\"YES\""
            }
        }
    }

    /// Whether the entity or one below it has a constraint on an attribute of the entity.
    private func isConstrained(_ attribute: String, of index: Int) -> Bool {
        entities.indices.contains { lower in
            line(of: lower).contains(index)
                && entities[lower].constraints.contains { $0.contains(attribute) }
        }
    }

    // MARK: Elements

    /// An index on an attribute or a to-one, or on two of them.
    private mutating func addIndex(to index: Int) {
        let attributes = entities[index].attributes.filter {
            !$0.details.contains("transient") && $0.type != "Composite"
        }
        let columns =
            attributes.map(\.name)
            + entities[index].relationships.filter { !$0.isToMany }.map(\.name)
        guard !columns.isEmpty else { return }
        let order = pick(["", " order=\"descending\""])
        let parts = Set([pick(columns), pick(columns)]).sorted().map {
            "<fetchIndexElement property=\"\($0)\" type=\"Binary\"\(order)/>"
        }.joined()
        entities[index].elements.append("<fetchIndex name=\"byIndex\">\(parts)</fetchIndex>\n")
    }

    private mutating func addFetchedProperty(to index: Int) {
        let name = "fetched\(entities[index].name)"
        let entity = pick(entities).name
        entities[index].elements.append(
            """
            <fetchedProperty name="\(name)" optional="YES"><fetchRequest name="fetchedProperty" \
            entity="\(entity)" predicateString="SELF != $FETCH_SOURCE"/></fetchedProperty>

            """)
    }

    private mutating func addTemplate() {
        let entity = pick(entities)
        let names = entity.attributes.filter { $0.type == "String" }.map(\.name)
        let predicate = names.first.map { "\($0) BEGINSWITH $PREFIX" } ?? "TRUEPREDICATE"
        elements.append(
            """
            <fetchRequest name="template" entity="\(entity.name)" predicateString="\(predicate)" \
            fetchLimit="\(below(20))"/>

            """)
    }

    /// A configuration of all entities: a store of it holds what the default holds.
    private mutating func addConfiguration() {
        let members = entities.map { "<memberEntity name=\"\($0.name)\"/>" }.joined()
        elements.append("<configuration name=\"Local\">\(members)</configuration>\n")
    }
}
