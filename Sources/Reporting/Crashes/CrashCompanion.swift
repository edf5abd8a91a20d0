import Results

/// The first columns in the tables of `lab crash`.
///
/// They contain no run, time or host; they are the same for every run of one workload and seed.
/// `batch` is empty if the importer saves the workload's number of objects at once.
enum CrashCompanion {
    static let columns = [
        "schema", "workload", "workload_digest", "seed", "topology", "variant", "mode", "batch",
        "control",
    ]

    static func cells(of configuration: CrashConfiguration, in result: CrashResult) -> [String] {
        cells(of: result) + [
            configuration.topology, configuration.variant, configuration.mode,
            configuration.batch.map(String.init) ?? "", configuration.exploration?.control ?? "",
        ]
    }

    /// A type of store takes the column of SQLite's mode, and has no topology.
    static func cells(of store: UnmeasuredStore, in result: CrashResult) -> [String] {
        cells(of: result) + ["", "", store.type, "", ""]
    }

    private static func cells(of result: CrashResult) -> [String] {
        [
            String(result.head.schema), result.head.workload, result.head.workloadDigest,
            String(result.head.seed),
        ]
    }
}
