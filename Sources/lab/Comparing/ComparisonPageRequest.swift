/// The files to write a comparison to.
struct ComparisonPageRequest: Codable, Sendable, Hashable {
    /// The folder of comparison.md and comparison.json; `nil` for the usual one.
    var output: String?
    /// A file that gets the page, too; “-” shows it instead of the table.
    var markdown: String?
}
