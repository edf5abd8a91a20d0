/// One `lab compare`: two runs that are there, or with `RerunRequest` two that are made.
struct CompareRequest: Codable, Sendable, Hashable {
    /// The run to compare with: its folder, or a baseline's name.
    var baseline: String
    /// The run to judge, named in the same way as `baseline`.
    var candidate: String
    var gating = GateRequest()
    var page = ComparisonPageRequest()
}
