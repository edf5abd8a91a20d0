/// What a fleet's users meet, simulated, by topology.
package struct FleetResult: Sendable {
    /// One statistic over sessions, with its Monte-Carlo error; `nil` if one world was simulated.
    package struct Value: Sendable, Hashable {
        /// `delay_p99.p95`.
        package var statistic: String
        package var unit: String
        package var value: Double
        package var error: Double?

        package init(statistic: String, unit: String, value: Double, error: Double?) {
            self.statistic = statistic
            self.unit = unit
            self.value = value
            self.error = error
        }
    }

    /// One topology, over all devices or on one.
    package struct Row: Sendable, Hashable {
        package var variant: String
        /// `nil` for all of them.
        package var device: String?
        package var values: [Value]

        package init(variant: String, device: String?, values: [Value]) {
            self.variant = variant
            self.device = device
            self.values = values
        }
    }

    package var fleet: String
    package var title: String
    package var about: String
    package var digest: String
    package var commit: String
    package var sessions: Int
    /// Of each device and kind of session.
    package var draws: Int
    /// The assumptions: a line for each device and each kind of session.
    package var assumptions: [String]
    /// The topologies over all devices, then on each.
    package var rows: [Row] = []
    /// How many devices with how many kinds of session were simulated, multiplied.
    package var combinations = 0
    /// The topologies whose delays are not known on some of these, and on how many: as
    /// `TopologyResult.isSaturated(in:)` says of all phases.
    package var saturated: [(variant: String, count: Int)] = []
    /// The topologies that failed somewhere, with the reason.
    package var failures: [(variant: String, failure: RunFailure)] = []
    package var isInterrupted = false

    package init(
        fleet: String, title: String, about: String, digest: String, commit: String,
        sessions: Int, draws: Int, assumptions: [String]
    ) {
        self.fleet = fleet
        self.title = title
        self.about = about
        self.digest = digest
        self.commit = commit
        self.sessions = sessions
        self.draws = draws
        self.assumptions = assumptions
    }
}
