import Foundation
import Reporting
import Results

/// A shard's folder as `lab suite` leaves it: the record of its runs, and each run's folder.
struct SampleShard {
    var commit = "1111111111111111111111111111111111111111"
    var started = "2026-01-01T02:00:00Z"
    /// All runs of the suite.
    var planned: [String]
    /// The shard's ended commands, with their exit codes.
    var entries: [String: Int32]

    /// Writes suite.json, index.md and the runs into a folder of this name.
    func write(to folder: TemporaryFolder, as name: String) throws {
        var record = SuiteRecord(
            name: "golden", title: "Three runs", digest: "d", commit: commit, build: "debug",
            started: started, planned: planned)
        for (run, code) in entries {
            var sample = SampleRun(run: run, commit: commit, started: started)
            sample.digest = run
            try sample.write(to: folder, as: "\(name)/\(run)")
            record.add(
                .init(
                    name: run, workload: "smoke", topologies: sample.variants,
                    repetitions: sample.noise.count, arguments: ["--workload", "smoke"],
                    code: code, word: code == 0 ? "ok" : "failed", seconds: 61))
        }
        try ReportFolder(path: folder.file(name)).write(record)
    }
}
