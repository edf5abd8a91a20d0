/// Builds a model from the elements of a model file.
///
/// It reads the elements several times, because Xcode writes entities alphabetically and any may
/// refer to any: entities, hierarchy, properties, inverses, and then references to properties. At
/// the end `ModelValidator` checks the model, so that a file is refused for the same reasons as a
/// model made in code, with a line.
struct ModelFileReader {
    /// The file, for errors and warnings.
    let path: String

    /// The element `model`.
    let root: ModelElement

    /// The model to fill.
    let model: NSManagedObjectModel

    private(set) var warnings: [ModelFileWarning] = []

    /// The entities with their elements, in the order of the file.
    var entities: [(description: NSEntityDescription, element: ModelElement)] = []

    /// The elements `composite` by name.
    var composites: [String: ModelElement] = [:]

    /// The elements of the descriptions, for the positions of the validator's problems.
    private var origins: [ObjectIdentifier: ModelElement] = [:]

    init(root: ModelElement, path: String, into model: NSManagedObjectModel) {
        self.root = root
        self.path = path
        self.model = model
    }

    /// Fills the model.
    ///
    /// - Throws: `ModelFileError`, for the first error.
    mutating func read() throws {
        guard root.name == "model" else { throw ModelFileError.wrongRoot(root, path) }
        checkVocabulary(of: root)
        try readEntities()
        try readHierarchy()
        try readComposites()
        for (entity, element) in entities { try readProperties(of: entity, element) }
        for (_, element) in entities { try readInverses(of: element) }
        for (entity, element) in entities {
            try readIndexes(of: entity, element)
            try readConstraints(of: entity, element)
        }
        model.entities = entities.map(\.description)
        try readConfigurations()
        try readTemplates()
        if let identifier = root["userDefinedModelVersionIdentifier"], !identifier.isEmpty {
            model.versionIdentifiers = [identifier]
        }
        try validate()
        warnings.sort { ($0.line, $0.column) < ($1.line, $1.column) }
    }

    // MARK: Shared parts

    /// Records the element of a description.
    mutating func note(_ description: AnyObject, from element: ModelElement) {
        origins[ObjectIdentifier(description)] = element
    }

    /// The entity with this name.
    func entity(named name: String) -> NSEntityDescription? {
        entities.first { $0.description.name == name }?.description
    }

    /// The names of the entities, in the order of the file.
    var entityNames: [String] {
        entities.compactMap(\.description.name)
    }

    mutating func warn(
        _ element: ModelElement, at attribute: String = "", _ message: String, _ remedy: String
    ) {
        let position = element.position(of: attribute)
        warnings.append(
            ModelFileWarning(
                path: path, line: position.line, column: position.column, message: message,
                remedy: remedy))
    }

    /// The value of an attribute that must exist and not be empty.
    func required(_ name: String, of element: ModelElement) throws -> String {
        guard let value = element[name], !value.isEmpty else {
            throw ModelFileError.missingAttribute(name, of: element, path)
        }
        return value
    }

    /// A Boolean attribute, which Xcode writes as YES or NO.
    func flag(_ name: String, of element: ModelElement, default: Bool = false) throws -> Bool {
        switch element[name] {
        case nil: `default`
        case "YES": true
        case "NO": false
        default:
            throw ModelFileError.invalidValue(
                name, of: element, path, "YES or NO", among: ["YES", "NO"])
        }
    }

    /// A whole number from 0 on.
    func count(_ name: String, of element: ModelElement) throws -> Int? {
        guard let text = element[name] else { return nil }
        guard let count = Int(text), count >= 0 else {
            throw ModelFileError.invalidValue(name, of: element, path, "a whole number from 0 on")
        }
        return count
    }

    /// The contents of `userInfo` in an element; `nil` if it has none.
    func userInfo(of element: ModelElement) throws -> [AnyHashable: Any]? {
        guard let list = element.children("userInfo").first else { return nil }
        var userInfo: [AnyHashable: Any] = [:]
        for entry in list.children("entry") {
            userInfo[try required("key", of: entry)] = entry["value"] ?? ""
        }
        return userInfo
    }

    // MARK: Checks

    /// Warns of attributes and elements that Xcode does not write here.
    private mutating func checkVocabulary(of element: ModelElement) {
        guard let entry = ModelVocabulary.entry(for: element) else { return }
        let unknown = element.attributes.keys.filter { !entry.attributes.contains($0) }
        for name in unknown.sorted() {
            warn(
                element, at: name,
                "\(element.title): \"\(name)\" is unknown and was left out.",
                advice(name, among: entry.attributes))
        }
        for child in element.children {
            if entry.children.contains(child.name) {
                checkVocabulary(of: child)
            } else {
                warn(
                    child,
                    """
                    The element "\(child.name)" in "\(element.name)" is unknown and was left \
                    out, with all in it.
                    """,
                    advice(child.name, among: entry.children))
            }
        }
    }

    private func advice(_ name: String, among known: Set<String>) -> String {
        NearestName.of(name, among: known).map { "Did you mean \"\($0)\"?" }
            ?? "Remove it if it does not matter."
    }

    /// Throws the first problem of the finished model, with the position of its element.
    private func validate() throws {
        guard let problem = model.problems().first else { return }
        let element = origins[ObjectIdentifier(problem.subject)] ?? root
        let attribute = problem.rule.attributes.first { element[$0] != nil }
        throw ModelFileError.contradiction(
            element, at: attribute, path, problem.message, problem.remedy)
    }
}

extension ModelProblem.Rule {
    /// The attributes of a model file that may violate the rule.
    fileprivate var attributes: [String] {
        switch self {
        case .entityCount, .entityName, .propertyName: ["name"]
        case .className: ["representedClassName"]
        case .hierarchy: ["parentEntity"]
        case .attributeType: ["attributeType"]
        case .defaultValue: ["defaultValueString", "defaultDateTimeInterval"]
        case .bounds:
            [
                "minValueString", "minDateTimeInterval", "maxValueString", "maxDateTimeInterval",
                "regularExpressionString",
            ]
        case .destination: ["destinationEntity"]
        case .inverse: ["inverseName"]
        case .count: ["minCount", "maxCount"]
        case .order: ["ordered"]
        case .constraint, .index, .configuration: ["name"]
        }
    }
}
