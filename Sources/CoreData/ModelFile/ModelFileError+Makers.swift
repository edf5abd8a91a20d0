// All makers of `ModelFileError`, in one file to keep their sentences consistent.
extension ModelFileError {
    private init(_ code: Code, _ path: String, _ message: String, _ remedy: String) {
        self.init(
            code: code, path: path, line: nil, column: nil, message: message, remedy: remedy)
    }

    private init(
        _ code: Code, _ path: String, _ position: TagScanner.Position, _ message: String,
        _ remedy: String
    ) {
        self.init(
            code: code, path: path, line: position.line, column: position.column,
            message: message, remedy: remedy)
    }

    // MARK: The file as a whole

    static func missing(_ path: String) -> Self {
        Self(.unreadable, path, "There is no such model.", "Check the path.")
    }

    static func unreadable(_ path: String, _ cause: any Error) -> Self {
        Self(
            .unreadable, path, "The model file cannot be read: \(cause.localizedDescription).",
            "Check that it is a file and that you may read it.")
    }

    static func compiled(_ path: String) -> Self {
        Self(
            .notAModel, path, "This is a compiled model, which only Apple's framework reads.",
            "Give the .xcdatamodeld that it was compiled from.")
    }

    static func noVersions(_ path: String) -> Self {
        Self(
            .notAModel, path, "There is no model version (.xcdatamodel) in it.",
            "Give a .xcdatamodeld or .xcdatamodel directory that Xcode wrote.")
    }

    static func noContents(_ path: String) -> Self {
        Self(
            .notAModel, path, "There is no file named \"contents\" in this model version.",
            "Give a .xcdatamodeld or .xcdatamodel directory that Xcode wrote.")
    }

    static func currentVersionNotSaid(_ path: String, _ versions: [String]) -> Self {
        Self(
            .currentVersion, path,
            """
            There are \(versions.count) versions (\(versions.joined(separator: ", "))), and no \
            .xccurrentversion names the current one.
            """,
            "Choose the current version in Xcode, or give the .xcdatamodel itself.")
    }

    static func currentVersionUnreadable(_ path: String) -> Self {
        Self(
            .currentVersion, path,
            """
            This is not a property list with a string under \
            \(ModelFileLocator.currentVersionKey).
            """,
            "Choose the current version in Xcode, which writes the file anew.")
    }

    static func unknownCurrentVersion(
        _ path: String, _ name: String, _ versions: [String]
    ) -> Self {
        Self(
            .currentVersion, path, "The current version \"\(name)\" does not exist.",
            NearestName.advice(name, among: versions, otherwise: "Choose one in Xcode."))
    }

    // MARK: The text

    static func notWellFormed(_ path: String, _ position: TagScanner.Position, _ what: String)
        -> Self
    {
        Self(
            .notWellFormed, path, position, "This is not well-formed XML: \(what).",
            "Correct it there, or save the model in Xcode again.")
    }

    static func notUTF8(_ path: String, _ position: TagScanner.Position) -> Self {
        Self(
            .notWellFormed, path, position, "There are bytes here that are not UTF-8.",
            "Save the model in Xcode again, or save the file as UTF-8 in an editor.")
    }

    static func tooDeep(_ path: String, _ position: TagScanner.Position, _ limit: Int) -> Self {
        Self(
            .notWellFormed, path, position,
            "Elements are nested here more than \(limit) levels deep; no model needs more than 6.",
            "Close the elements around it, or save the model in Xcode again.")
    }

    static func documentType(_ path: String, _ position: TagScanner.Position) -> Self {
        Self(
            .notAModel, path, position, "A model file has no document type declaration.",
            "Remove it: entities declared in a file can make it grow without bound.")
    }

    static func wrongRoot(_ element: ModelElement, _ path: String) -> Self {
        Self(
            .notAModel, path, element.position,
            "The outermost element is \"\(element.name)\", not \"model\".",
            "Give a .xcdatamodeld or .xcdatamodel directory that Xcode wrote.")
    }

    // MARK: Elements

    static func missingAttribute(_ name: String, of element: ModelElement, _ path: String) -> Self {
        Self(
            .missingAttribute, path, element.position,
            "The element \"\(element.name)\" has no \"\(name)\".", "Add \(name)=\"…\".")
    }

    static func invalidValue(
        _ name: String, of element: ModelElement, _ path: String, _ expected: String,
        among choices: [String] = []
    ) -> Self {
        let value = element[name] ?? ""
        return Self(
            .invalidValue, path, element.position(of: name),
            "\(element.title): \(name)=\"\(value)\" is not \(expected).",
            NearestName.advice(
                value, among: choices, otherwise: "Write \(expected), or remove \(name)."))
    }

    static func unknownName(
        _ name: String, of element: ModelElement, _ path: String, _ what: String,
        among names: [String]
    ) -> Self {
        let value = element[name] ?? ""
        return Self(
            .unknownName, path, element.position(of: name),
            "\(element.title): there is no \(what) named \"\(value)\".",
            NearestName.advice(value, among: names, otherwise: "Add it, or name another."))
    }

    static func contradiction(
        _ element: ModelElement, at name: String?, _ path: String, _ message: String,
        _ remedy: String
    ) -> Self {
        Self(.contradiction, path, element.position(of: name ?? ""), message, remedy)
    }
}
