/// Builds a model of the elements of a model file.
///
/// It goes over the elements several times, because Xcode writes entities in alphabetical order and
/// anything may lead to anything: entities, hierarchy, properties, inverses, and then what names
/// properties. What it reads is held up against `ModelValidator` at the end, so that a file is
/// refused for the same reasons as a model made in code, and with a line.
struct ModelFileReader {
    /// The file, for errors and warnings.
    let path: String

    /// The element `model`.
    let root: ModelElement

    /// What is filled.
    let model: NSManagedObjectModel

    private(set) var warnings: [ModelFileWarning] = []

    /// The entities and the elements that they were read from, in the file's order.
    var entities: [(description: NSEntityDescription, element: ModelElement)] = []

    /// The elements `composite` by name.
    var composites: [String: ModelElement] = [:]

    /// The elements that descriptions were read from: where the validator's problems stand.
    private var origins: [ObjectIdentifier: ModelElement] = [:]

    init(root: ModelElement, path: String, into model: NSManagedObjectModel) {
        self.root = root
        self.path = path
        self.model = model
    }

    /// Fills the model.
    ///
    /// - Throws: `ModelFileError`, the first that is found.
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

    // MARK: What every part needs

    /// Notes which element a description was read from.
    mutating func note(_ description: AnyObject, from element: ModelElement) {
        origins[ObjectIdentifier(description)] = element
    }

    /// The description that was read from an element; the reverse of `origins`, for few lookups.
    func entity(named name: String) -> NSEntityDescription? {
        entities.first { $0.description.name == name }?.description
    }

    /// The names of the entities in the file's order.
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

    /// The value of an attribute that must be there and not be empty.
    func required(_ name: String, of element: ModelElement) throws -> String {
        guard let value = element[name], !value.isEmpty else {
            throw ModelFileError.missingAttribute(name, of: element, path)
        }
        return value
    }

    /// YES or NO, as Xcode writes them.
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

    /// A whole number that is not negative.
    func count(_ name: String, of element: ModelElement) throws -> Int? {
        guard let text = element[name] else { return nil }
        guard let count = Int(text), count >= 0 else {
            throw ModelFileError.invalidValue(name, of: element, path, "a whole number from 0 on")
        }
        return count
    }

    /// What the `userInfo` in an element says; `nil` where there is none.
    func userInfo(of element: ModelElement) throws -> [AnyHashable: Any]? {
        guard let list = element.children("userInfo").first else { return nil }
        var userInfo: [AnyHashable: Any] = [:]
        for entry in list.children("entry") {
            userInfo[try required("key", of: entry)] = entry["value"] ?? ""
        }
        return userInfo
    }

    // MARK: Checks

    /// Warns of everything below an element that Xcode does not write there.
    private mutating func checkVocabulary(of element: ModelElement) {
        guard let entry = ModelVocabulary.entry(for: element) else { return }
        let unknown = element.attributes.keys.filter { !entry.attributes.contains($0) }
        for name in unknown.sorted() {
            warn(
                element, at: name,
                "\(element.title): \"\(name)\" is not known and left out.",
                advice(name, among: entry.attributes))
        }
        for child in element.children {
            if entry.children.contains(child.name) {
                checkVocabulary(of: child)
            } else {
                warn(
                    child,
                    """
                    The element "\(child.name)" in "\(element.name)" is not known and left out, \
                    with all in it.
                    """,
                    advice(child.name, among: entry.children))
            }
        }
    }

    private func advice(_ name: String, among known: Set<String>) -> String {
        NearestName.of(name, among: known).map { "Did you mean \"\($0)\"?" }
            ?? "Remove it if it does not matter."
    }

    /// Throws the first problem of the finished model, at the element that it is about.
    private func validate() throws {
        guard let problem = model.problems().first else { return }
        let element = origins[ObjectIdentifier(problem.subject)] ?? root
        let attribute = problem.rule.attributes.first { element[$0] != nil }
        throw ModelFileError.contradiction(
            element, at: attribute, path, problem.message, problem.remedy)
    }
}

extension ModelProblem.Rule {
    /// The attributes of a model file that may be to blame where the rule is broken.
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
