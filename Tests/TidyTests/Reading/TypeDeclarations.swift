/// The types that a file declares and the types that it extends, read from its tokens.
///
/// A type in an extension belongs to the extended type: `extension A { struct B {} }` declares
/// `A.B`. Declarations inside a function concern no other file, and are left out.
struct TypeDeclarations {
    struct Declaration: Hashable {
        /// With the types around it: `NSManagedObject.Place`.
        let name: String
        /// Whether other files can see it.
        let isPrivate: Bool
    }

    private(set) var declared: [Declaration] = []
    /// The types around anything in the file, declared here or extended.
    private(set) var scopes: Set<String> = []

    private static let kinds: Set = [
        "struct", "class", "enum", "actor", "protocol", "typealias", "associatedtype",
    ]
    private static let modifiers: Set = [
        "private", "fileprivate", "package", "public", "open", "internal", "final", "indirect",
    ]

    init(_ file: SourceFile) {
        // For each open brace the type that it belongs to; `nil` for a function's, a closure's.
        var around: [String?] = []
        var opening: String?
        for (index, token) in file.tokens.enumerated() {
            switch token.text {
            case "{":
                around.append(opening)
                opening = nil
            case "}":
                _ = around.popLast()
            case "extension" where !file.isMember(index):
                opening = file.dottedName(at: index + 1)
                scopes.insert(opening ?? "")
            case let kind where Self.kinds.contains(kind) && file.declaresType(at: index):
                guard !around.contains(nil) else { continue }
                let outer = around.last.flatMap { $0.map { $0 + "." } } ?? ""
                let name = outer + file.tokens[index + 1].text
                declared.append(
                    Declaration(name: name, isPrivate: Self.isPrivate(file, before: index)))
                if kind.hasSuffix("type") || kind == "typealias" { continue }
                opening = name
                scopes.insert(name)
            default: continue
            }
        }
    }

    private static func isPrivate(_ file: SourceFile, before index: Int) -> Bool {
        file.tokens[..<index].reversed().prefix { modifiers.contains($0.text) }
            .contains { $0.text == "private" || $0.text == "fileprivate" }
    }
}

extension SourceFile {
    /// Whether the keyword at `index` begins the declaration of a type, and no `class func`.
    fileprivate func declaresType(at index: Int) -> Bool {
        guard !isMember(index), index + 1 < tokens.count else { return false }
        if index > 0, tokens[index - 1].text == "import" { return false }
        return tokens[index + 1].isTypeName
    }

    /// The name at `index` with what follows its dots: `Outer.Inner`.
    func dottedName(at index: Int) -> String? {
        guard index < tokens.count, tokens[index].isWord else { return nil }
        var name = tokens[index].text
        var next = index + 1
        while next + 1 < tokens.count, tokens[next].text == ".", tokens[next + 1].isTypeName {
            name += "." + tokens[next + 1].text
            next += 2
        }
        return name
    }
}

extension SwiftToken {
    /// Whether it is spelled as types are.
    var isTypeName: Bool {
        guard let first = text.utf8.first(where: { $0 != UInt8(ascii: "_") }) else { return false }
        return (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first)
    }
}
