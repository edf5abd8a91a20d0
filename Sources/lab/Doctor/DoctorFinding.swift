/// One check of `lab doctor` and its result.
struct DoctorFinding: Encodable, Sendable {
    /// How much it matters.
    enum State: String, Encodable, Sendable {
        case fine = "ok"
        /// Figures mean less.
        case doubtful = "doubt"
        /// The lab cannot do its work.
        case broken = "broken"
    }

    var state: State
    var what: String
    var found: String
    /// The remedy; empty if none is needed.
    var advice: String

    init(_ state: State, _ what: String, _ found: String, advice: String = "") {
        self.state = state
        self.what = what
        self.found = found
        self.advice = advice
    }
}
