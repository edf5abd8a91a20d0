extension DocumentError {
    static func unknownKey(_ key: String, at position: Position, path: String, known: [String])
        -> Issue
    {
        Issue(
            code: .unknownKey, position: position, path: path,
            message: "unknown key “\(key)”",
            remedy: NearestName.remedy(for: key, among: known, what: "keys here are"))
    }

    /// Makes the error of a name that is not among the existing ones.
    ///
    /// - Parameter what: the kind of the name, in the singular: `topology`, `role`.
    package static func unknownName(
        _ name: String, what: String, at position: Position, path: String = "", known: [String]
    ) -> DocumentError {
        DocumentError(
            .unknownName, at: position, path: path, "unknown \(what) “\(name)”",
            remedy: NearestName.remedy(for: name, among: known, what: "there are"))
    }

    static func missingKey(
        _ key: String, at position: Position, path: String, misspelled: String?
    ) -> DocumentError {
        let place = path.isEmpty ? "" : " in “\(path)”"
        let remedy = misspelled.map { "did you mean it by “\($0)”?" } ?? "add “\(key): …”"
        return DocumentError(
            .missingKey, at: position, path: path, "the key “\(key)” is missing\(place)",
            remedy: remedy)
    }

    static func wrongType(_ node: DocumentNode, wanted: String) -> DocumentError {
        DocumentError(
            .wrongType, at: node.position, path: node.path,
            "“\(node.name)” is \(node.kindInWords), and \(wanted) is wanted",
            remedy: "write \(wanted)")
    }

    static func wrongUnit(_ node: DocumentNode, text: String, quantity: String, units: [String])
        -> DocumentError
    {
        let example = "“\(node.name)” is \(quantity), such as 20\(units[0])"
        return DocumentError(
            .wrongUnit, at: node.position, path: node.path,
            "“\(text)” has no unit that “\(node.name)” can have",
            remedy: "\(example); units are \(units.joined(separator: ", "))")
    }

    static func outOfRange(_ node: DocumentNode, text: String, wanted: String) -> DocumentError {
        DocumentError(
            .outOfRange, at: node.position, path: node.path,
            "“\(text)” is out of range for “\(node.name)”", remedy: "write \(wanted)")
    }

    /// Makes the error of a value that is well-formed and still cannot be used, for the readers of
    /// documents in other targets.
    package static func invalid(_ node: DocumentNode, _ message: String, remedy: String)
        -> DocumentError
    {
        DocumentError(.outOfRange, at: node.position, path: node.path, message, remedy: remedy)
    }
}
