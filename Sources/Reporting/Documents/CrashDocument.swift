import Results

/// The result of `lab crash` for programs: the figures of its tables, with its sentences.
package struct CrashDocument: Encodable, Sendable {
    struct Configuration: Encodable {
        let topology: String
        let variant: String
        let mode: String
        let batch: Int?
        let settings: [TopologySetting]?
        let failure: RunFailure?
        let losses: [Figure]
        /// Disks that a crash may leave: how many were judged, and how many were bad.
        let states: Int?
        let images: Int?
        let checks: Int?
        let violations: Int?
        /// The share of bad states that the samples would have found.
        let bound: Double?
        let kills: Int
        let killsAsPredicted: Int
    }

    let run: String
    let commit: String
    let build: String
    let started: String
    let workload: String
    let workloadDigest: String
    let seed: UInt64
    let isInterrupted: Bool
    let configurations: [Configuration]
    let sentences: [String]

    package init(of result: CrashResult) {
        run = result.head.run
        commit = result.head.commit
        build = result.head.build
        started = result.head.started
        workload = result.head.workload
        workloadDigest = result.head.workloadDigest
        seed = result.head.seed
        isInterrupted = result.head.isInterrupted
        configurations = result.configurations.map { configuration in
            let exploration = configuration.exploration
            let kills = CrashColumns.endings(configuration)
            return Configuration(
                topology: configuration.topology, variant: configuration.variant,
                mode: configuration.mode, batch: configuration.batch,
                settings: configuration.settings, failure: configuration.failure,
                losses: configuration.losses, states: exploration?.states,
                images: exploration?.images, checks: exploration?.checks,
                violations: exploration?.violations.count, bound: exploration?.upperBound,
                kills: kills.count, killsAsPredicted: kills.good)
        }
        sentences = [
            CrashConclusion.sentences(result.configurations),
            CrashConclusion.states(result.configurations),
        ].compactMap(\.self)
    }
}
