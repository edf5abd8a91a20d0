/// The measurements of a repeated study, which Verdicts judges by the study's file, and Reporting
/// writes.
package struct StudyResult: Codable, Sendable {
    package var schema = WorkloadResult.schema
    package var run: String
    package var commit: String
    package var build: String
    /// The study's name, and the digest of its file's canonical form.
    package var study: String
    package var digest: String
    /// ISO 8601, UTC.
    package var started: String
    package var host: Host
    /// In the order of the study's file.
    package var arms: [StudyArmResult] = []
    package var warnings: [RunWarning] = []
    package var isInterrupted = false
    /// The device of a study in virtual time; `nil` for a measured one.
    package var simulated: SimulatedDevice?
    /// What one of several machines made; `nil` for a whole study.
    package var part: ResultPart?

    package init(
        run: String, commit: String, build: String, study: String, digest: String, started: String,
        host: Host
    ) {
        self.run = run
        self.commit = commit
        self.build = build
        self.study = study
        self.digest = digest
        self.started = started
        self.host = host
    }
}
