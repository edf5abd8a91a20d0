/// Finds the contradictions in a model.
struct ModelValidator {
    private let model: NSManagedObjectModel
    private var problems: [ModelProblem] = []

    init(_ model: NSManagedObjectModel) {
        self.model = model
    }

    /// All problems, in the order of entities, and in each in the order of its properties.
    mutating func validate() -> [ModelProblem] {
        var names: Set<String> = []
        checkCount()
        for entity in model.entities {
            checkName(entity, &names)
            checkHierarchy(entity)
            checkProperties(entity)
            checkConstraints(entity)
            checkIndexes(entity)
        }
        return problems
    }

    private mutating func report(
        _ rule: ModelProblem.Rule, _ subject: AnyObject, _ message: String, _ remedy: String
    ) {
        problems.append(
            ModelProblem(rule: rule, subject: subject, message: message, remedy: remedy))
    }

    // MARK: Entities

    /// Refuses more entities than an object's key can number.
    private mutating func checkCount() {
        let limit = NSManagedObjectModel.highestEntityCount
        guard model.entities.count > limit else { return }
        report(
            .entityCount, model.entities[limit],
            "The model has \(model.entities.count) entities, and \(limit) are the most.",
            "Split it into several models, or describe kinds of one entity by an attribute.")
    }

    private mutating func checkName(_ entity: NSEntityDescription, _ names: inout Set<String>) {
        let name = entity.name ?? ""
        if !Self.isIdentifier(name) {
            report(
                .entityName, entity, "\"\(name)\" cannot be the name of an entity.",
                "Use letters, digits and underscores, and begin with a letter.")
        } else if !names.insert(name).inserted {
            report(
                .entityName, entity, "There are two entities named \(name).", "Rename one of them.")
        }
        let className = entity.managedObjectClassName ?? ""
        let parts = className.split(separator: ".", omittingEmptySubsequences: false)
        // `.Note` is Xcode's notation for a class in the current module.
        let named = parts.first == "" && parts.count > 1 ? parts.dropFirst() : parts[...]
        if !className.isEmpty, !named.allSatisfy({ Self.isIdentifier(String($0)) }) {
            report(
                .className, entity, "\(name): \"\(className)\" cannot be the name of a class.",
                "Write Class, Module.Class or .Class, or leave it empty for NSManagedObject.")
        }
    }

    private mutating func checkHierarchy(_ entity: NSEntityDescription) {
        for relative in [entity.superentity].compactMap(\.self) + entity.subentities
        where relative.owner !== model {
            report(
                .hierarchy, entity,
                """
                \(entity.name ?? "") and \(relative.name ?? "") inherit from one another, but \
                \(relative.name ?? "") is not in the model.
                """,
                "Add it to the model's entities.")
        }
    }

    // MARK: Properties

    private mutating func checkProperties(_ entity: NSEntityDescription) {
        let inherited = entity.superentity?.propertiesByName ?? [:]
        var names: Set<String> = []
        for property in entity.ownProperties {
            let name = property.name
            if !Self.isIdentifier(name) {
                report(
                    .propertyName, property,
                    "\(property.path): \"\(name)\" cannot be the name of a property.",
                    "Use letters, digits and underscores, and begin with a letter.")
            } else if Self.reservedNames.contains(name) {
                report(
                    .propertyName, property,
                    "\(property.path): \(name) is the name of a property of NSManagedObject.",
                    "Rename the property.")
            } else if !names.insert(name).inserted {
                report(
                    .propertyName, property,
                    "\(entity.name ?? "") has two properties named \(name).", "Rename one of them.")
            } else if let first = inherited[name] {
                report(
                    .propertyName, property,
                    "\(property.path) is inherited already, as \(first.path).",
                    "Rename it, or remove one of them.")
            }
            switch property {
            case let attribute as NSAttributeDescription: checkAttribute(attribute, attribute)
            case let relationship as NSRelationshipDescription: checkRelationship(relationship)
            default: break
            }
        }
    }

    /// Checks an attribute of an entity or an element of it; `subject` is the entity's property.
    private mutating func checkAttribute(
        _ attribute: NSAttributeDescription, _ subject: NSAttributeDescription
    ) {
        let path = attribute === subject ? subject.path : "\(subject.path).\(attribute.name)"
        let type = attribute.attributeType
        switch type {
        case .undefinedAttributeType where !attribute.isTransient, .objectIDAttributeType:
            report(
                .attributeType, subject,
                "\(path) has a type that no store can keep: \(type.title).",
                "Choose another type\(attribute.isTransient ? "" : ", or make it transient").")
            return
        case .compositeAttributeType where !(attribute is NSCompositeAttributeDescription):
            report(
                .attributeType, subject, "\(path) is composite, but has no elements.",
                "Make it an NSCompositeAttributeDescription and set its elements.")
        default: break
        }
        if let derived = attribute as? NSDerivedAttributeDescription, let entity = subject.owner {
            checkDerivation(derived, path, of: entity)
        }
        if let value = attribute.defaultValue, AttributeValue.normalized(value, to: type) == nil {
            report(
                .defaultValue, subject,
                """
                \(path) has the default value \(value), a \(Swift.type(of: value)), which is not \
                of the type \(type.title).
                """,
                "Set a value of the attribute's type and range, or none.")
        }
        checkBounds(attribute, path, subject)
        if let composite = attribute as? NSCompositeAttributeDescription {
            for element in composite.elements { checkAttribute(element, subject) }
        }
    }

    private mutating func checkDerivation(
        _ attribute: NSDerivedAttributeDescription, _ path: String, of entity: NSEntityDescription
    ) {
        guard Derivation(attribute, of: entity) == nil else { return }
        let text = attribute.derivationExpression.map { "“\($0)”" } ?? "no expression"
        report(
            .attributeType, attribute,
            "\(path) is derived by \(text), which names no value that a store can keep up to date.",
            """
            Derive it of an attribute (name, author.name), below canonical:, uppercase: or \
            lowercase: if you like, of a to-many (books.@count, books.price.@sum), or by now().
            """)
    }

    private mutating func checkBounds(
        _ attribute: NSAttributeDescription, _ path: String, _ subject: NSAttributeDescription
    ) {
        if let problem = attribute.bounds.problem(for: attribute.attributeType) {
            report(.bounds, subject, "\(path) \(problem).", "Correct the bounds, or remove them.")
        }
    }

    // MARK: Relationships

    private mutating func checkRelationship(_ relationship: NSRelationshipDescription) {
        let path = relationship.path
        guard let destination = relationship.destinationEntity else {
            report(
                .destination, relationship, "\(path) has no destination.",
                "Set its destinationEntity, and keep that entity alive.")
            return
        }
        guard destination.owner === model else {
            report(
                .destination, relationship,
                "\(path) has the destination \(destination.name ?? ""), which is not in the model.",
                "Add that entity to the model, or choose one that is in it.")
            return
        }
        checkInverse(relationship, destination)
        if relationship.minCount < 0 || relationship.maxCount < 0
            || relationship.maxCount > 0 && relationship.minCount > relationship.maxCount
        {
            report(
                .count, relationship,
                "\(path) allows from \(relationship.minCount) to \(relationship.maxCount) objects.",
                "Make the least count at most the greatest; 0 as the greatest means any number.")
        }
        if relationship.isOrdered, !relationship.isToMany {
            report(
                .order, relationship, "\(path) is ordered but leads to one object.",
                "Make it to-many, or not ordered.")
        }
    }

    private mutating func checkInverse(
        _ relationship: NSRelationshipDescription, _ destination: NSEntityDescription
    ) {
        guard let inverse = relationship.inverseRelationship else { return }
        let path = relationship.path
        if inverse.owner.map({ destination.isKindOf(entity: $0) }) != true {
            report(
                .inverse, relationship,
                """
                \(path) has the inverse \(inverse.path), which is not a relationship of its \
                destination \(destination.name ?? "").
                """,
                "Choose a relationship of the destination.")
        } else if inverse.inverseRelationship !== relationship {
            let back = inverse.inverseRelationship.map { "that has the inverse \($0.path)" }
            report(
                .inverse, relationship,
                """
                \(path) has the inverse \(inverse.path), but \(back ?? "that has none").
                """,
                "Make each the inverse of the other.")
        } else if let end = inverse.destinationEntity,
            relationship.owner?.isKindOf(entity: end) != true
        {
            report(
                .inverse, relationship,
                "\(path) has the inverse \(inverse.path), which leads to \(end.name ?? "").",
                "Make the inverse lead back to \(relationship.owner?.name ?? "").")
        }
    }

    // MARK: Constraints and indexes

    private mutating func checkConstraints(_ entity: NSEntityDescription) {
        let attributes = entity.attributesByName
        for name in entity.uniquenessConstraintNames.joined() {
            if attributes[name].map({ !$0.isTransient }) != true {
                report(
                    .constraint, entity,
                    """
                    \(entity.name ?? "") has a uniqueness constraint on "\(name)", which is not \
                    a stored attribute.
                    """,
                    "Name one of its attributes.")
            } else if attributes[name]?.mayLieInFile == true {
                report(
                    .constraint, entity,
                    """
                    \(entity.name ?? "") has a uniqueness constraint on "\(name)", whose values \
                    may lie in files, which SQLite does not compare.
                    """,
                    "Constrain a digest of the value, or store it in the table.")
            }
        }
    }

    private mutating func checkIndexes(_ entity: NSEntityDescription) {
        let properties = entity.propertiesByName
        var names: Set<String> = []
        for index in entity.indexes {
            if !names.insert(index.name).inserted {
                report(
                    .index, index, "\(entity.name ?? "") has two indexes named \(index.name).",
                    "Rename one of them.")
            }
            // The store checks expressions, which it alone can translate.
            for element in index.elements where !(element.property is NSExpressionDescription) {
                let name = element.propertyName ?? ""
                // By name, as in Apple's framework: the element may hold a copy of the property.
                if !Self.isColumn(properties[name]) {
                    report(
                        .index, index,
                        "\(index.path) is on \"\(name)\", which has no column in the table.",
                        "Name an attribute that is stored, or a to-one relationship.")
                }
            }
        }
    }

    /// Whether a property has its own column in its entity's table.
    private static func isColumn(_ property: NSPropertyDescription?) -> Bool {
        switch property {
        case let relationship as NSRelationshipDescription:
            !relationship.isToMany && !relationship.isTransient
        case let attribute as NSAttributeDescription: !attribute.isTransient
        default: false
        }
    }

    // MARK: Names

    /// Whether a name can be a Swift identifier and, in capitals, a table's or column's.
    static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.first, first.isLetter || first == "_" else { return false }
        return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }

    /// The names of properties of `NSObject` and `NSManagedObject`.
    ///
    /// An accessor with such a name could not be declared (Apple's documentation of
    /// `NSPropertyDescription.name`).
    static let reservedNames: Set<String> = [
        "class", "copy", "debugDescription", "description", "entity", "hasChanges",
        "hasPersistentChangedValues", "hash", "isDeleted", "isFault", "isInserted", "isUpdated",
        "managedObjectContext", "mutableCopy", "objectID", "objectWillChange", "self", "superclass",
    ]
}

extension NSManagedObjectModel {
    /// The highest number of entities in a model.
    ///
    /// An object's key has ten bits for the entity's number, and no entity has the number zero.
    static let highestEntityCount = 1023

    /// The contradictions in the model, in the order of its entities.
    ///
    /// Empty for a model that can be frozen.
    package final func problems() -> [ModelProblem] {
        var validator = ModelValidator(self)
        return validator.validate()
    }
}
