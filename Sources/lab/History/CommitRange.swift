/// The commits between two runs, as git lists them.
///
/// The list is empty without git, outside of a repository, and for commits that git does not have.
enum CommitRange {
    /// A longer list would not be read.
    private static let most = 10

    /// The commits after one up to another, the newest first, a line each.
    static func subjects(from: String, to: String) -> [String] {
        guard isHash(from), isHash(to), from != to else { return [] }
        let log = ["git", "log", "--no-color", "--format=%h %s", "\(from)..\(to)"]
        let lines = ProgramOutput.lines(of: log) ?? []
        guard lines.count > most else { return lines }
        return lines.prefix(most) + ["… and \(lines.count - most) more: git log \(from)..\(to)"]
    }

    private static func isHash(_ text: String) -> Bool {
        text.count >= 7 && text.allSatisfy(\.isHexDigit)
    }
}
