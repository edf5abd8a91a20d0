/// The progress of a command, reported before the first step and after each.
package struct RunProgress: Sendable {
    /// The current step: `import-10k · siblings · repetition 2 of 3`.
    package var what: String
    /// The part of the work that is done, 0 to 1, by the time that steps are expected to take.
    package var share: Double

    package init(what: String, share: Double) {
        self.what = what
        self.share = share
    }
}
