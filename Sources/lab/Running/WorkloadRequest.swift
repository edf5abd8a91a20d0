import Results

/// A workload, changed by settings and a seed, on topologies.
///
/// Every command that runs a workload makes one of its arguments; suites, replays and repetitions
/// of a baseline make one of a file.
package struct WorkloadRequest: Codable, Sendable, Hashable {
    /// By name or file; empty where a replayed report names it.
    package var workload: String
    /// In the order in which they were given.
    package var settings: [WorkloadSetting] = []
    /// `nil` for the workload's.
    package var seed: UInt64?
    /// By name, with fields set otherwise; empty for the workload's, or the default ones.
    package var topologies: [String] = []
    /// Files of topologies beside the catalogue's.
    package var topologyFiles: [String] = []

    /// Makes the request of a workload as it is, on some topologies.
    package init(
        _ workload: String, on topologies: [String] = [], settings: [WorkloadSetting] = [],
        seed: UInt64? = nil, topologyFiles: [String] = []
    ) {
        self.workload = workload
        self.settings = settings
        self.seed = seed
        self.topologies = topologies
        self.topologyFiles = topologyFiles
    }

    /// - Throws: `RequestError` where a setting lacks a side, or something is given twice.
    package func check() throws(RequestError) {
        for setting in settings where setting.key.isEmpty || setting.value.isEmpty {
            throw .notASetting(setting.text)
        }
        for (index, text) in topologies.enumerated() where topologies[..<index].contains(text) {
            throw RequestError("--topology \(text) is given twice: give each variant once")
        }
        for (index, text) in topologyFiles.enumerated()
        where topologyFiles[..<index].contains(text) {
            throw RequestError("--topology-file \(text) is given twice: give each file once")
        }
    }
}

extension WorkloadRequest {
    /// The part that run.json records; the topologies stand there with their figures.
    package var commandLine: RunCommandLine {
        RunCommandLine(
            workload: workload, settings: settings, seed: seed, topologyFiles: topologyFiles)
    }

    /// Repeats a recorded run's command line on the topologies that it ran.
    ///
    /// - Throws: `CommandFailure` (7) if no session can run it.
    package init(repeating run: ResultFigures) throws {
        let line = run.commandLine ?? RunCommandLine(workload: run.workload)
        self.init(
            line.workload, on: run.topologies.map(\.variant), settings: line.settings,
            seed: line.seed, topologyFiles: line.topologyFiles)
        do {
            try check()
        } catch {
            throw CommandFailure(
                .incomparable, "the baseline's run.json names a command that cannot run: \(error)")
        }
    }
}

extension RequestError {
    /// A `--set` without a key or without a value.
    static func notASetting(_ text: String) -> RequestError {
        RequestError("--set \(text): write key=value, as roles.importer.batch=100")
    }
}
