/// What `lab doctor` has looked at.
struct DoctorFinding: Sendable {
    /// How much it matters.
    enum State: String, Sendable {
        case fine = "ok"
        /// Figures mean less.
        case doubtful = "doubt"
        /// The lab cannot do its work.
        case broken = "broken"
    }

    var state: State
    var what: String
    var found: String
    /// What to do about it; empty where there is nothing to do.
    var advice: String

    init(_ state: State, _ what: String, _ found: String, advice: String = "") {
        self.state = state
        self.what = what
        self.found = found
        self.advice = advice
    }
}
