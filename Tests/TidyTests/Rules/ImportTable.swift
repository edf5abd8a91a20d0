/// The table in Architecture.md that lists the imports that each target may have.
///
///     <!-- import table -->
///     | target | what it is | may import | from outside |
///     |---|---|---|---|
///     | `Results` | plain values | `Statistics` | `Foundation` |
///     <!-- /import table -->
struct ImportTable {
    /// One row.
    struct Row: Equatable {
        let target: String
        /// Targets of ours.
        let ours: Set<String>
        /// Modules of the system and of packages.
        let outside: Set<String>
    }

    let rows: [Row]

    /// - Returns: `nil` where the text has no such table.
    init?(_ article: String) {
        guard let begin = article.range(of: "<!-- import table -->"),
            let end = article.range(of: "<!-- /import table -->"), begin.upperBound < end.lowerBound
        else { return nil }
        let lines = article[begin.upperBound..<end.lowerBound].split(separator: "\n")
        let cells = lines.map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().map(
                String.init)
        }
        let targets = cells.compactMap { $0.first.map(Self.names)?.first }
        rows = cells.compactMap { cells in
            guard cells.count >= 4, let target = Self.names(cells[0]).first else { return nil }
            let ours =
                cells[2].contains("every Swift target")
                ? targets.filter { $0 != target } : Self.names(cells[2])
            return Row(target: target, ours: Set(ours), outside: Set(Self.names(cells[3])))
        }
        if rows.isEmpty { return nil }
    }

    /// The imports of a file that the table does not allow.
    func violations(in file: SourceFile) -> [Violation] {
        guard let target = file.sourceTarget, file.isSwift else { return [] }
        guard let row = rows.first(where: { $0.target == target }) else {
            return [
                Violation(
                    path: file.path, line: 1,
                    message: "“\(target)” has no row in Architecture.md's import table: add one")
            ]
        }
        let allowed = row.ours.union(row.outside)
        return file.imports.filter { !allowed.contains($0.module) }.map { module, line in
            let isOurs = rows.contains { $0.target == module } || module.hasPrefix("C")
            let remedy =
                isOurs
                ? "move what needs it to a target that may, or hand the value in"
                : "say so in Architecture.md's table if it must"
            return Violation(
                path: file.path, line: line,
                message: "“\(target)” may not import “\(module)”: \(remedy)")
        }
    }

    /// The names in backquotes.
    private static func names(_ cell: String) -> [String] {
        cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    }
}
