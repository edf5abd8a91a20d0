import Execution

extension Device {
    /// Costs that `lab calibrate` fitted on a machine, in the place of the reference's.
    ///
    /// They were fitted to whole runs, so that they hold the time of all calls to files that end
    /// in the kernel's memory.
    package struct Calibration: Sendable, Hashable {
        /// The mean absolute error of the fit, as shares of the measured times.
        package struct Errors: Sendable, Hashable {
            /// Of the pairs that it was fitted to.
            package var fitted: Double
            /// Of the pairs that were held out; `nil` where none was.
            package var heldOut: Double?

            package init(fitted: Double, heldOut: Double?) {
                self.fitted = fitted
                self.heldOut = heldOut
            }
        }

        package var machine: String
        /// Of the lab whose engine was measured.
        package var commit: String
        /// SQLite's version.
        package var sqlite: String
        /// ISO 8601, the day alone.
        package var date: String
        /// Nanoseconds for a unit; kinds that did not occur are missing.
        package var costs: [Work: Int64]
        /// Kinds whose costs stand in another's, because both always occurred together.
        package var together: [Work: Work]
        package var errors: Errors?

        package init(
            machine: String, commit: String, sqlite: String, date: String, costs: [Work: Int64],
            together: [Work: Work] = [:], errors: Errors? = nil
        ) {
            self.machine = machine
            self.commit = commit
            self.sqlite = sqlite
            self.date = date
            self.costs = costs
            self.together = together
            self.errors = errors
        }

        /// The kinds that did not occur: the reference's costs are all that is known of them.
        package var absent: [Work] {
            Work.priced.filter { costs[$0] == nil && together[$0] == nil }
        }

        /// The nanoseconds that one unit of work takes.
        package func nanoseconds(of work: Work) -> Int64 {
            // Values are counted in virtual time only: a measured time contains them elsewhere.
            guard work != .valuesSet, together[work] == nil else { return 0 }
            return costs[work] ?? UnitCosts.reference[work]
        }
    }
}
