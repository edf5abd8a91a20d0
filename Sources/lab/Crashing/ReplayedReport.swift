import CrashLab
import Foundation
import Results
import Runs
import Verdicts

/// The report that contains a replayed state, with the facts of the run from its run.json.
struct ReplayedReport {
    private let path: String
    private let result: CrashResult
    private let exploration: ExplorationRecord

    /// Reads run.json in the folder of a state's address.
    ///
    /// - Throws: `CommandFailure` if run.json is missing, was not written by `lab crash`, or
    ///   describes another run.
    init(_ replayed: ReplayedState, in folder: String) throws {
        path = URL(filePath: folder).appending(path: "run.json").path
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure(
                .incomparable,
                "\(path) does not exist: put the folder of a report of lab crash before the "
                    + "address, or leave it out and give --workload, --set and --seed")
        }
        do {
            let data = try Data(contentsOf: URL(filePath: path))
            let schema = try JSONDecoder().decode(Schema.self, from: data).head.schema
            guard schema == WorkloadResult.schema else {
                throw CommandFailure(
                    .incomparable,
                    "\(path) has schema \(schema), and this lab reads \(WorkloadResult.schema): "
                        + "replay it with the lab that wrote it")
            }
            result = try JSONDecoder().decode(CrashResult.self, from: data)
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(
                .incomparable,
                "\(path) is not a report of lab crash, or of another version: \(error)")
        }
        guard
            let exploration = result.configurations.first(where: { $0.name == replayed.run })?
                .exploration
        else {
            let names = result.configurations.filter { $0.exploration != nil }.map(\.name)
            throw CommandFailure(
                .usage,
                "\(path) has no run \(replayed.run): it has \(names.joined(separator: ", "))")
        }
        self.exploration = exploration
    }

    private struct Schema: Decodable {
        struct Head: Decodable { var schema: Int }
        var head: Head
    }

    /// Takes workload, settings, files of topologies and seed from the report.
    func fill(_ work: inout WorkloadRequest) {
        work.workload = result.commandLine.workload
        work.topologyFiles = result.commandLine.topologyFiles ?? []
        work.settings = result.commandLine.settings + work.settings
        work.seed = result.head.seed
    }

    /// The control that broke the run on purpose; `nil` for a run without one.
    var control: String? { exploration.control.isEmpty ? nil : exploration.control }

    /// The digest that the recording must have.
    var recording: String { exploration.recording }

    /// Compares the selection with the report's run.
    ///
    /// - Throws: `CommandFailure` if the workload has changed since.
    func check(_ selection: Selection) throws {
        let workload = selection.workload
        // A report of an older build has limits and gates in its digest.
        let isFormer = result.head.workloadDigest == workload.formerDigest
        let digests = [
            (
                "workload", result.head.workloadDigest,
                isFormer ? result.head.workloadDigest : workload.digest
            ),
            (
                "stream of operations", result.head.operationsDigest,
                selection.plan.setup.plan.digest
            ),
        ]
        for (what, then, now) in digests where then != now {
            throw CommandFailure(
                .incomparable,
                "the \(what) of \(result.head.workload) has the digest \(now.prefix(12)) by now, "
                    + "and \(path) is of \(then.prefix(12)): replay it with the file and the data "
                    + "that made the report")
        }
    }
}
