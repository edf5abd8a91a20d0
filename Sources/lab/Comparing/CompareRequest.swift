/// One `lab compare`: two runs that are there, or with `RerunRequest` two that are made.
struct CompareRequest: Codable, Sendable, Hashable {
    /// What is compared with: a run's folder, or a baseline's name.
    var baseline: String
    /// What is judged, as `baseline` is named.
    var candidate: String
    var gating = GateRequest()
    var page = ComparisonPageRequest()
}
