import Results

/// What the rows of the tables of `lab crash` begin with. No run, time or host is among it: all of
/// it is the same for every run of one workload and seed.
enum CrashCompanion {
    static let columns = [
        "schema", "workload", "workload_digest", "seed", "topology", "variant", "mode", "control",
    ]

    static func cells(of configuration: CrashConfiguration, in result: CrashResult) -> [String] {
        [
            String(result.head.schema), result.head.workload, result.head.workloadDigest,
            String(result.head.seed), configuration.topology, configuration.variant,
            configuration.mode, configuration.exploration?.control ?? "",
        ]
    }
}
