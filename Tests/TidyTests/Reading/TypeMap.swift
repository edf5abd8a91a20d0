/// Which folder of a target declares which type, and which types a file names.
///
/// It knows names, no types of expressions: a call of a method that an upper folder's extension
/// adds to a lower type is not seen.
struct TypeMap {
    /// A type of the target, named in a file.
    struct Reference: Hashable {
        let type: String
        /// The folder that declares it.
        let folder: String
        let line: Int
    }

    /// The folder of each type that other files can see, by its name with the types around it.
    private var folders: [String: String] = [:]
    private var read: [String: TypeDeclarations] = [:]

    /// Maps types to folders.
    ///
    /// - Parameter files: those of one target, under folders.
    init(_ files: [SourceFile]) {
        for file in files {
            let declarations = TypeDeclarations(file)
            read[file.path] = declarations
            guard let folder = file.folder else { continue }
            for type in declarations.declared where !type.isPrivate {
                folders[type.name] = folder
            }
        }
    }

    /// The types of other folders that a file names, once for each line.
    func references(in file: SourceFile) -> [Reference] {
        guard let own = file.folder, let declarations = read[file.path] else { return [] }
        let ownNames = Set(declarations.declared.map(\.name))
        var found: [Reference] = []
        for index in file.tokens.indices
        where file.tokens[index].isTypeName && !file.isMember(index) {
            guard let name = file.dottedName(at: index) else { continue }
            for type in types(name, ownNames, declarations.scopes) {
                guard let folder = folders[type], folder != own else { continue }
                let reference = Reference(
                    type: type, folder: folder, line: file.tokens[index].line)
                if found.last != reference { found.append(reference) }
            }
        }
        return found
    }

    /// The types that a dotted name stands for in a file: the first part, and those nested in it
    /// that another folder's extension may declare.
    private func types(_ name: String, _ own: Set<String>, _ scopes: Set<String>) -> [String] {
        let parts = name.split(separator: ".").map(String.init)
        let nested = scopes.map { "\($0).\(parts[0])" }
        if nested.contains(where: own.contains) { return [] }
        // Inside a type its own nested types come before the target's.
        guard var type = nested.first(where: { folders[$0] != nil }) ?? known(parts[0], own)
        else { return [] }
        var found = [type]
        for part in parts.dropFirst() {
            let outer = folders[type]
            type += "." + part
            guard let folder = folders[type] else { break }
            if folder != outer { found.append(type) }
        }
        return found
    }

    /// A type outside of all others; one that is private to the file hides another folder's.
    private func known(_ name: String, _ own: Set<String>) -> String? {
        folders[name] != nil && !own.contains(name) ? name : nil
    }
}

extension SourceFile {
    /// The folder of the target that contains the file, `Objects` for any depth below it; `nil` for
    /// a file outside of folders.
    var folder: String? {
        let parts = path.split(separator: "/")
        return parts.count > 3 ? String(parts[2]) : nil
    }
}
