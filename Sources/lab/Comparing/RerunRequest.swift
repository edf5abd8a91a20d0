/// One `lab compare --rerun`: a baseline's kept build and this one, alternating.
struct RerunRequest: Codable, Sendable, Hashable {
    /// A baseline's name, or a run's folder.
    var baseline: String
    /// How many; `nil` for the usual number.
    var rounds: Int?
    var gating = GateRequest()
    var page = ComparisonPageRequest()
    var isQuiet = false
}
