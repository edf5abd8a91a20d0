/// How much of a recorded run's crash states a child is to look at.
package struct ExplorationRequest: Codable, Sendable, Hashable {
    /// Samples of writes and sectors, together.
    package var samples = 200
    /// Kills at every operation up to so many; of more, at the places that matter and as many again
    /// by chance.
    package var prefixLimit = 2_000
    /// One in so many samples crashes again while it recovers.
    package var nestedEvery = 10
    /// One in so many images must take one more save, and hold it.
    package var writableEvery = 50
    /// What is broken on purpose; `nil` for nothing.
    package var control: String?
    /// Ends at the first violation: for controls, where one is enough.
    package var stopsAtViolation = false
    /// Kills at exact operations, whose images are to be told.
    package var exactKills = 0
    /// The one state to rebuild, `P3/682/17`, and the folder for it, instead of exploring.
    package var replayedState: String?
    package var dumpFolder: String?
    /// The digest of the recording that the state is of; another recording is refused. `nil` for
    /// any.
    package var expectedRecording: String?

    package init() {}
}
