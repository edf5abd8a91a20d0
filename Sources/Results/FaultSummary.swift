/// The trials of one call, file and code, counted.
package struct FaultSummary: Codable, Sendable, Hashable {
    package var call: String
    package var file: String
    package var code: String
    package var trials = 0
    /// Trials in which the caller that opened, edited or saved got an error.
    package var told = 0
    /// Trials in which a save failed that the app believed done.
    package var silent = 0
    /// The most edits that one of them concerned.
    package var silentEdits = 0
    /// Trials in which no caller got an error: failing checkpoints, for example.
    package var swallowed = 0
    /// Trials in which a save that failed was in the store after a kill.
    package var ghosts = 0
    /// Trials in which it was not.
    package var absent = 0
    /// Trials with something left to retry, whose retry succeeded without duplicates.
    package var retriedWell = 0
    package var violations = 0

    package init(call: String, file: String, code: String) {
        self.call = call
        self.file = file
        self.code = code
    }

    /// Counts trials by call, file and code, in the order in which these first come.
    package static func summaries(of trials: [FaultTrial]) -> [FaultSummary] {
        var summaries: [FaultSummary] = []
        for trial in trials {
            let known = summaries.firstIndex {
                $0.call == trial.call && $0.file == trial.file && $0.code == trial.code
            }
            if known == nil {
                summaries.append(
                    FaultSummary(call: trial.call, file: trial.file, code: trial.code))
            }
            summaries[known ?? summaries.count - 1].count(trial)
        }
        return summaries
    }

    private mutating func count(_ trial: FaultTrial) {
        trials += 1
        told += trial.told > 0 ? 1 : 0
        silent += trial.silentSaves > 0 ? 1 : 0
        silentEdits = max(silentEdits, trial.silentEdits)
        swallowed += trial.isSwallowed ? 1 : 0
        ghosts += trial.ghost == .wasThere ? 1 : 0
        absent += trial.ghost == .wasNot ? 1 : 0
        retriedWell += trial.retry == .ok ? 1 : 0
        violations += trial.violations.isEmpty ? 0 : 1
    }
}
