import Results

/// A result that several machines may make in parts.
protocol PartedResult: Codable {
    /// The command that makes parts: `lab simulate`.
    static var command: String { get }
    /// `nil` for a whole result.
    var part: ResultPart? { get }
    var commit: String { get }
    /// What all parts of one result have alike, and the parts of another do not.
    var identity: String { get }
}

extension WorkloadResult: PartedResult {
    static let command = "lab simulate"

    /// A simulated run is called by all that determines it but its topologies.
    var identity: String {
        let definitions = topologies.map { "\($0.variant) \($0.definition ?? [])" }
        return ([run] + definitions + (part?.limits ?? [])).joined(separator: "\n")
    }
}

extension CrashResult: PartedResult {
    static let command = "lab crash"

    var part: ResultPart? { head.part }
    var commit: String { head.commit }
    var identity: String {
        let settings = commandLine.settings.map(\.text)
        let request = head.part?.request ?? ""
        return ([head.workloadDigest, head.operationsDigest, "\(head.seed)", request] + settings)
            .joined(separator: " ")
    }
}

extension StudyResult: PartedResult {
    static let command = "lab study"

    var identity: String {
        let device = simulated.map { "\($0.name) \($0.core) \($0.digest ?? "")" } ?? ""
        return (["\(study) \(digest) \(device) \(build)"] + arms.map(\.definition))
            .joined(separator: "\n")
    }
}

extension StudyArmResult {
    /// What an arm's runs on all machines have alike.
    ///
    /// The study's digest covers the study's file, and not the file of the workload that an arm
    /// runs.
    fileprivate var definition: String {
        let settings = settings.map(\.text) + launchArguments
        return "\(label) \(workloadDigest) \(seed) \(settings) \(result.definition ?? [])"
    }
}
