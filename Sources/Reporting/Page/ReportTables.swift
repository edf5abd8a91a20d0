import Results

/// The tables of report.md except the first.
enum ReportTables {
    private static let lossMetrics = [Metric.lossKill, Metric.lossPower, Metric.lossDirty].map(
        \.name)

    /// `loss.kill`, `loss.dirty`, and `loss.power` if the run observed durability, of each
    /// topology, for all roles and for each.
    ///
    /// - Parameter ofRoles: whether to show single roles, and not all together; `nil` for both.
    static func loss(_ headlines: [Headline], ofRoles: Bool? = nil) -> ReportTable {
        var rows: [[String]] = []
        for headline in headlines where headline.topology.failure == nil {
            let figures = headline.topology.summary.filter {
                $0.phase == headline.phase
                    && lossMetrics.contains($0.metric)
            }
            for (metric, role) in distinct(figures.map { ($0.metric, $0.role) })
            where ofRoles != role.isEmpty {
                let own = figures.filter { $0.metric == metric && $0.role == role }
                rows.append(
                    [headline.topology.variant, metric, role.isEmpty ? "all" : role]
                        + [Statistic.exposure, .p95, .max, .longestWindow, .shareAtRisk].map {
                            cell(own, statistic: $0)
                        })
            }
        }
        return ReportTable(
            head: [
                "topology", "metric", "role", "mean edits", "p95", "max", "longest window s",
                "time at risk %",
            ], left: 3, rows: rows)
    }

    /// How each topology's killed children were found again.
    static func crashes(of result: WorkloadResult) -> ReportTable {
        let rows = result.topologies.filter { !$0.crashes.isEmpty }.map { topology in
            let crashes = topology.crashes
            func count(_ verdict: CrashVerdict) -> String {
                String(crashes.count { $0.verdict == verdict })
            }
            return [
                topology.variant, String(crashes.count), count(.predicted),
                count(.predictedInFlight), count(.violation),
                String(crashes.map(\.editsLost).max() ?? 0),
                String(crashes.map(\.editsDirtyLost).max() ?? 0),
            ]
        }
        return ReportTable(
            head: [
                "topology", "killed", "as predicted", "and the save in flight", "violations",
                "most saved edits lost", "most dirty edits lost",
            ], left: 1, rows: rows)
    }

    /// Latency and rows of each kind of operation.
    static func operations(_ headlines: [Headline]) -> ReportTable {
        var rows: [[String]] = []
        for headline in headlines where headline.topology.failure == nil {
            let figures = headline.topology.summary.filter { $0.phase == headline.phase }
            for (metric, role) in distinct(figures.map { ($0.metric, $0.role) }) {
                guard let kind = Metric.operation.key(ofMetric: metric) else { continue }
                let own = figures.filter { $0.metric == metric && $0.role == role }
                rows.append(
                    [headline.topology.variant, kind.rawValue, role]
                        + [Statistic.count, .p50, .p95, .p99, .max, .rows].map {
                            cell(own, statistic: $0)
                        })
            }
        }
        return ReportTable(
            head: ["topology", "operation", "role", "n", "p50", "p95", "p99", "max", "rows"],
            left: 3, rows: rows)
    }

    /// The counted work of each topology, without the counters that are zero everywhere.
    static func work(_ headlines: [Headline]) -> ReportTable {
        let shown = headlines.filter { $0.topology.failure == nil }
        let metrics =
            Metric.work.metrics + [
                Metric.storeCommits, Metric.storeSyncs, Metric.storeWrites,
                Metric.storeBytesWritten,
            ]
        let columns = shown.map { headline in
            headline.topology.summary.filter { $0.phase == headline.phase }
        }
        let rows = metrics.compactMap { metric -> [String]? in
            let figures = columns.map { figures in figures.first { $0.metric == metric.name } }
            guard figures.contains(where: { ($0?.value ?? 0) != 0 }) else { return nil }
            return ["`\(metric.name)`"]
                + figures.map { figure in
                    guard let figure else { return SummaryColumns.none }
                    // A counter without bounds has one value in all repetitions.
                    let isExact = figure.low == figure.high
                    return (isExact ? "" : "~ ") + NumberText.grouped(figure.value)
                }
        }
        return ReportTable(
            head: ["counter"] + shown.map(\.topology.variant), left: 1, rows: rows)
    }

    /// Where the figures come from.
    static func provenance(of result: WorkloadResult) -> ReportTable {
        let memory = NumberText.short(Double(result.host.memoryBytes) / 1_073_741_824)
        return ReportTable(
            head: ["what", "value"], left: 2,
            rows: [
                ["run", "\(result.run), begun \(result.started)"],
                ["workload", "\(result.workload), digest `\(result.workloadDigest)`"],
                ["operations", "seed \(result.seed), digest `\(result.operationsDigest)`"],
                ["lab", "commit `\(result.commit)`, \(result.build) build"],
                ["mode, device", "\(result.mode), \(result.device)"],
                [
                    "host",
                    "\(result.host.system); \(result.host.processor), \(result.host.cores) cores, "
                        + "\(memory) GiB; stores on \(result.host.fileSystem)",
                ],
                ["SQLite", result.host.sqlite],
            ])
    }

    private static func cell(_ figures: [Figure], statistic: Statistic) -> String {
        figures.first { $0.statistic == statistic.rawValue }.map { NumberText.short($0.value) }
            ?? SummaryColumns.none
    }

    /// Each pair once, in the order of its first coming.
    private static func distinct(_ pairs: [(String, String)]) -> [(String, String)] {
        var seen: Set<[String]> = []
        return pairs.filter { seen.insert([$0.0, $0.1]).inserted }
    }
}
