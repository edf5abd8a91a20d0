extension SuiteRecord {
    /// What a run of a suite found: its conclusion, and what each topology came to.
    package struct Finding: Codable, Sendable, Hashable {
        /// In one line; `nil` where no topology has the figures.
        package var conclusion: String?
        /// In the order of the run.
        package var topologies: [Topology]

        /// A topology, in the run's headline phase.
        package struct Topology: Codable, Sendable, Hashable {
            /// As the run's figures name it.
            package var variant: String
            /// How its runs ended, in a word or two.
            package var outcome: String
            /// The limits that it keeps: `1 of 2`; `nil` without limits.
            package var limits: String?
            /// One of each headline measure that the phase has.
            package var figures: [Figure]

            package init(variant: String, outcome: String, limits: String?, figures: [Figure]) {
                self.variant = variant
                self.outcome = outcome
                self.limits = limits
                self.figures = figures
            }
        }

        package init(conclusion: String?, topologies: [Topology]) {
            self.conclusion = conclusion
            self.topologies = topologies
        }
    }
}
