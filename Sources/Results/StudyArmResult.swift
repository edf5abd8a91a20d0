/// One arm of a study: a workload, changed by the study's settings, on one topology.
package struct StudyArmResult: Codable, Sendable {
    /// The study's name for the arm.
    package var label: String
    package var workload: String
    package var workloadDigest: String
    package var seed: UInt64
    /// The topology as the study names it: `siblings:merge=none`.
    package var variant: String
    package var settings: [WorkloadSetting]
    /// In Apple's form, names and values in turn.
    package var launchArguments: [String]
    /// The phase that its figures are taken from.
    package var headlinePhase: String
    package var result: TopologyResult

    package init(
        label: String, workload: String, workloadDigest: String, seed: UInt64, variant: String,
        settings: [WorkloadSetting], launchArguments: [String], headlinePhase: String,
        result: TopologyResult
    ) {
        self.label = label
        self.workload = workload
        self.workloadDigest = workloadDigest
        self.seed = seed
        self.variant = variant
        self.settings = settings
        self.launchArguments = launchArguments
        self.headlinePhase = headlinePhase
        self.result = result
    }
}
