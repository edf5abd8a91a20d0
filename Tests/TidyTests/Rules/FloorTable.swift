/// The tables in CoreData.md that list which folder stands on which, from the ground up, and which
/// types of a higher floor a folder may name all the same.
///
///     <!-- floors -->
///     | floor | folder | what it is |
///     |---|---|---|
///     | 1 | `Model` | descriptions |
///     | 2 | `Rows` | values |
///     <!-- /floors -->
///     <!-- upward arrows -->
///     | from | to | types | why |
///     |---|---|---|---|
///     | `Model` | `Rows` | `RowLayout` | an entity keeps its layout |
///     <!-- /upward arrows -->
struct FloorTable {
    /// Types of a higher floor that the files of a folder may name.
    struct Arrow: Equatable {
        let from: String
        let to: String
        let types: Set<String>
        let reason: String
    }

    /// The article that has the tables.
    static let article = "Sources/CoreData/CoreData.docc/CoreData.md"

    /// The folders of each floor, the ground floor first.
    let floors: [[String]]
    let arrows: [Arrow]

    /// - Returns: `nil` where the text lacks one of the tables, or nothing stands in the first.
    init?(_ article: String) {
        guard let floors = Self.rows(of: "floors", in: article),
            let arrows = Self.rows(of: "upward arrows", in: article)
        else { return nil }
        var numbers: [String] = []
        var folders: [[String]] = []
        for cells in floors where cells.count > 1 && !Self.names(cells[1]).isEmpty {
            if numbers.last != cells[0] { folders.append([]) }
            numbers.append(cells[0])
            folders[folders.count - 1] += Self.names(cells[1])
        }
        self.floors = folders
        self.arrows = arrows.compactMap { cells in
            guard cells.count > 3, let from = Self.names(cells[0]).first,
                let to = Self.names(cells[1]).first
            else { return nil }
            return Arrow(
                from: from, to: to, types: Set(Self.names(cells[2])),
                reason: cells[3].filter { $0 != " " })
        }
        if self.floors.isEmpty { return nil }
    }

    /// References between the files of one target that the tables do not allow, and entries of the
    /// tables that are obsolete.
    func violations(in files: [SourceFile]) -> [Violation] {
        let map = TypeMap(files)
        var used: [String: Set<String>] = [:]
        var found: [Violation] = []
        for file in files {
            guard let folder = file.folder, let floor = self.floor(of: folder) else {
                found.append(Self.unplaced(file))
                continue
            }
            for reference in map.references(in: file) {
                guard let other = self.floor(of: reference.folder), other > floor else { continue }
                used["\(folder) → \(reference.folder)", default: []].insert(reference.type)
                if !isListed(reference, from: folder) {
                    found.append(Self.upward(reference, file, folder))
                }
            }
        }
        return found + doubtful(used) + empty(Set(files.compactMap(\.folder)))
    }

    private func floor(of folder: String) -> Int? {
        floors.firstIndex { $0.contains(folder) }
    }

    private func isListed(_ reference: TypeMap.Reference, from folder: String) -> Bool {
        arrows.contains {
            $0.from == folder && $0.to == reference.folder && $0.types.contains(reference.type)
        }
    }

    // MARK: Violations

    private static func unplaced(_ file: SourceFile) -> Violation {
        let message =
            file.folder.map { "the folder “\($0)” stands on no floor of CoreData.md: add it" }
            ?? "the file lies in no folder: move it to the one that it belongs to"
        return Violation(path: file.path, line: 1, message: message)
    }

    private static func upward(
        _ reference: TypeMap.Reference, _ file: SourceFile, _ folder: String
    ) -> Violation {
        Violation(
            path: file.path, line: reference.line,
            message: """
                “\(folder)” may not name “\(reference.type)” of “\(reference.folder)”, a higher \
                floor: move what needs it up, as an extension, or hand the value in
                """)
    }

    /// The arrows that nothing needs, that lead down, or that no reason is given for.
    private func doubtful(_ used: [String: Set<String>]) -> [Violation] {
        arrows.flatMap { arrow -> [Violation] in
            let name = "\(arrow.from) → \(arrow.to)"
            let unused = arrow.types.subtracting(used[name] ?? []).sorted()
            var messages = unused.map { "\(name) lists “\($0)”, which no file there names" }
            if arrow.types.isEmpty { messages.append("\(name) lists no type") }
            if arrow.reason.isEmpty { messages.append("\(name) has no reason") }
            return messages.map {
                Violation(path: Self.article, line: 1, message: "the upward arrow \($0)")
            }
        }
    }

    private func empty(_ present: Set<String>) -> [Violation] {
        floors.joined().filter { !present.contains($0) }.map {
            Violation(path: Self.article, line: 1, message: "there is no folder “\($0)”")
        }
    }

    // MARK: Reading

    /// The cells of a table between its markers, its head among them.
    private static func rows(of table: String, in article: String) -> [[String]]? {
        guard let begin = article.range(of: "<!-- \(table) -->"),
            let end = article.range(of: "<!-- /\(table) -->"), begin.upperBound < end.lowerBound
        else { return nil }
        return article[begin.upperBound..<end.lowerBound].split(separator: "\n").map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().map(
                String.init)
        }
    }

    /// The names in backquotes.
    private static func names(_ cell: String) -> [String] {
        cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    }
}
