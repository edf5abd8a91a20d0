import Results

/// Every metric that the lab can print. Architecture.md, “The figures”, has the formula of each.
///
/// A limit on anything else is an error: a gate that watches a misspelled metric never fires.
package enum MetricCatalogue {
    /// All of them, in the order of the tables.
    package static let metrics: [Metric] = mainQueue + operations + work + machine + loss

    /// `main.delay.p99` and all the others, and the short names of metrics with one statistic.
    package static let names: [String] = metrics.flatMap { metric in
        let full = metric.statistics.map { "\(metric.name).\($0.name)" }
        return metric.statistics.count == 1 ? [metric.name] + full : full
    }

    /// Finds a metric's statistic by its whole name: `main.delay.p99`. A metric with one statistic
    /// goes by its own name too: `main.hitch_ratio.60`, `import.rate`.
    package static func find(_ name: String) -> (metric: Metric, statistic: Metric.Statistic)? {
        for metric in metrics {
            if metric.statistics.count == 1, metric.name == name {
                return (metric, metric.statistics[0])
            }
            for statistic in metric.statistics where "\(metric.name).\(statistic.name)" == name {
                return (metric, statistic)
            }
        }
        return nil
    }

    private static let mainQueue: [Metric] =
        ["main.busy", "main.blocked", "main.preempted"].map {
            metric($0, [("total", .milliseconds), ("share", .percent)])
        } + [
            Metric(
                name: "main.stall",
                statistics: [
                    .init(name: "max", unit: .milliseconds, better: .lower),
                    .init(name: "count", unit: .count, better: .neutral),
                ], hasRoles: false),
            metric(
                "main.delay",
                ["p50", "p95", "p99", "max", "mean"].map { ($0, MetricUnit.milliseconds) }),
            metric("main.hang_rate", [("total", .secondsPerHour)]),
            metric("main.micro_hangs", [("count", .count)]),
            metric("main.hangs", [("count", .count)]),
            metric("main.hitch_ratio.60", [("total", .millisecondsPerSecond)]),
            metric("main.hitch_ratio.120", [("total", .millisecondsPerSecond)]),
            metric("main.blocking_time", [("total", .milliseconds)]),
        ] + causes.map { metric(causePrefix + $0, [("total", .milliseconds)]) }

    /// What a span of the main queue may be spent on, but for what `display` draws.
    package static let causes = [
        "execute", "decode", "fetch", "fault", "save", "push-to-parent", "merge", "notify", "sync",
        "wait-for-context", "wait-for-coordinator", "wait-for-store",
    ]

    /// The cause whose part of the main queue's time a metric is: `save` of `main.cause.save`.
    static func mainCause(of metric: String) -> String? {
        metric.hasPrefix(causePrefix) ? String(metric.dropFirst(causePrefix.count)) : nil
    }

    private static let causePrefix = "main.cause."

    /// The kinds of operations that a workload may hold: Architecture.md, “Operations”.
    package static let operationKinds = [
        "import-batch", "link-batch", "fetch-page", "fetch-async", "scroll", "search", "fetch-one",
        "fetch-all", "add", "edit", "delete", "sync", "enter-background",
    ]

    private static let operations: [Metric] = operationKinds.map { kind in
        Metric(
            name: "operation.\(kind)",
            statistics: ["p50", "p95", "p99", "max"].map {
                .init(name: $0, unit: .milliseconds, better: .lower)
            } + [
                .init(name: "count", unit: .count, better: .neutral),
                .init(name: "rows", unit: .rows, better: .neutral),
                .init(name: "refused", unit: .count, better: .lower),
            ], hasRoles: true)
    }

    private static let work: [Metric] = [
        metric("import.rate", [("total", .objectsPerSecond)], better: .higher, hasRoles: true),
        metric("import.duration", [("total", .seconds)], hasRoles: true),
        Metric(
            name: "list.changes",
            statistics: [
                .init(name: "count", unit: .count, better: .neutral),
                .init(name: "rows", unit: .rows, better: .neutral),
            ], hasRoles: true),
        metric("termination.duration", [("total", .milliseconds)]),
        metric(
            "ui.freshness", ["p50", "p99", "max"].map { ($0, MetricUnit.milliseconds) },
            hasRoles: true),
    ]

    private static let machine: [Metric] =
        ["store.commits", "store.syncs", "store.writes", "store.checkpoints"].map {
            metric($0, [("total", .count)])
        } + [
            metric("store.bytes_written", [("total", .bytes)]),
            metric("process.cpu", [("total", .milliseconds)]),
            metric("process.peak_memory", [("max", .mebibytes)]),
            metric("queue.cpu", [("total", .milliseconds)], hasRoles: true),
        ]

    private static let loss: [Metric] =
        ["loss.kill", "loss.power", "loss.dirty"].map { name in
            let edits = ["exposure", "p50", "p95", "p99", "max"]
            return metric(
                name,
                edits.map { ($0, MetricUnit.edits) } + [
                    ("longest_window", .seconds), ("share_at_risk", .percent),
                ], hasRoles: true)
        }
        + ["loss.never_durable", "loss.silent", "loss.termination"].map {
            metric($0, [("total", .edits)], hasRoles: true)
        }

    private static func metric(
        _ name: String, _ statistics: [(String, MetricUnit)], better: Better = .lower,
        hasRoles: Bool = false
    ) -> Metric {
        Metric(
            name: name,
            statistics: statistics.map { .init(name: $0.0, unit: $0.1, better: better) },
            hasRoles: hasRoles)
    }
}
