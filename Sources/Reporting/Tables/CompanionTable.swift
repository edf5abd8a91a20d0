import Results

/// The first columns of stretches.csv, loss.csv and crashes.csv, so that a row that was cut out of
/// its file still names its origin.
enum CompanionTable {
    static let columns = ["schema", "run", "workload", "workload_digest", "topology", "variant"]

    static func cells(of topology: TopologyResult, in result: WorkloadResult) -> [String] {
        [
            String(result.schema), result.run, result.workload, topology.workloadDigest(in: result),
            topology.topology, topology.variant,
        ]
    }
}

extension TopologyResult {
    /// The digest of the workload that it ran: a swept key makes another workload of each value.
    func workloadDigest(in result: WorkloadResult) -> String {
        point?.workloadDigest ?? result.workloadDigest
    }
}
