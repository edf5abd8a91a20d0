import Reporting

/// The work of a suite: every run of its file as a request, and the runs of this machine.
///
/// Every run is checked before the first one starts: a typing error in the fortieth run is reported
/// at once, not in the morning.
package struct SuitePlan: Sendable {
    let file: SuiteFile
    let folder: ReportFolder
    /// In the order of the file.
    package let jobs: [SuiteJob]

    /// Reads and checks every run.
    ///
    /// - Throws: `DocumentError`, `WorkloadError`, `TopologyError`; `CommandFailure` if a run
    ///   cannot be requested, or the shard has nothing to run.
    package init(_ request: SuiteRequest) throws {
        file = try SuiteFile(request.suite)
        let folder = ReportFolder(path: request.output ?? "Reports/\(file.name)")
        self.folder = folder
        let all = try file.entries.map { try Self.job($0, of: request, in: folder) }
        let places = request.shard?.places(of: all.map(\.seconds)) ?? Array(all.indices)
        jobs = places.map { all[$0] }
        guard !jobs.isEmpty else {
            throw CommandFailure(
                .usage,
                "--shard \(request.shard?.description ?? "") has nothing to run: the suite has "
                    + "\(all.count) runs; use as many shards at most")
        }
    }

    /// The folder of a run.
    func folder(of name: String) -> String { Self.folder(of: name, in: folder) }

    private static func folder(of name: String, in folder: ReportFolder) -> String {
        folder.path + "/" + name
    }

    private static func job(
        _ entry: SuiteFile.Entry, of suite: SuiteRequest, in folder: ReportFolder
    ) throws -> SuiteJob {
        let request = request(entry, of: suite, in: folder)
        do {
            try request.check()
        } catch {
            // The suite's own options have been checked, so the mistake is in its file.
            throw CommandFailure(.invalidInput, "the suite's run “\(entry.name)”: \(error)")
        }
        let selection = try Selection(request.work, repetitions: request.repetitions)
        _ = try Gating(
            request.gating, workloadGates: selection.gates, baseline: request.baseline)
        let length = selection.length
        return SuiteJob(
            name: entry.name, request: request, seconds: length.seconds,
            isAtLeast: length.isAtLeast,
            topologies: selection.plan.topologies.map(\.variant),
            repetitions: selection.plan.repetitions)
    }

    /// The request of one run, with the options of its suite.
    private static func request(
        _ entry: SuiteFile.Entry, of suite: SuiteRequest, in folder: ReportFolder
    ) -> RunRequest {
        var request = RunRequest(
            WorkloadRequest(entry.workload, on: entry.topologies, settings: entry.settings))
        request.repetitions = suite.repetitions ?? entry.repetitions
        request.output = Self.folder(of: entry.name, in: folder)
        request.gating = suite.gating
        request.baseline = suite.baseline.map { "\($0)/\(entry.name)" }
        request.charts = suite.charts
        request.isQuiet = suite.isQuiet
        return request
    }
}
