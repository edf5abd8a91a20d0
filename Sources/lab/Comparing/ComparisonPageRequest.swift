/// The files to write a comparison to.
struct ComparisonPageRequest: Codable, Sendable, Hashable {
    /// The folder of comparison.md and comparison.json; `nil` for the usual one.
    var output: String?
    /// A file that gets some twenty lines for a pull request; “-” shows them instead of the table.
    var markdown: String?
    /// The address of comparison.html in these lines; `nil` for its path.
    var link: String?
}
