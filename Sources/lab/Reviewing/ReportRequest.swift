/// One `lab report`: pages of runs that are there.
struct ReportRequest: Sendable, Hashable {
    /// The folders of runs, at least one.
    var runs: [String]
    /// The page's file; `nil` for the usual one.
    var page: String?
}
