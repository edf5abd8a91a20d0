/// How much of a recorded run's crash states a child is to look at.
package struct ExplorationRequest: Codable, Sendable, Hashable {
    /// Samples of writes and sectors, together.
    package var samples = 200
    /// The number of operations up to which every one gets a kill; beyond it, the important
    /// positions and as many random ones get one.
    package var prefixLimit = 2_000
    /// One of this number of samples crashes again while it recovers.
    package var nestedEvery = 10
    /// One of this number of images must take one more save, and hold it.
    package var writableEvery = 50
    /// The control that breaks the run on purpose; `nil` for none.
    package var control: String?
    /// Ends at the first violation, which suffices for controls.
    package var stopsAtViolation = false
    /// Kills at exact operations whose images are to be reported.
    package var exactKills = 0
    /// The one state to rebuild, `P3/682/17`, and the folder for it, instead of exploring.
    package var replayedState: String?
    package var dumpFolder: String?
    /// The digest of the recording that contains the state; another recording is refused.
    ///
    /// `nil` accepts any.
    package var expectedRecording: String?

    package init() {}
}
