import Results
import Testing

@Suite struct MetricTableTests {
    // Names that limits, gates and recorded runs rely on.
    private static let promised = [
        "main.busy.total", "main.busy.share", "main.blocked.total", "main.blocked.share",
        "main.preempted.total", "main.preempted.share", "main.stall.max", "main.stall.count",
        "main.delay.p50", "main.delay.p95", "main.delay.p99", "main.delay.max", "main.delay.mean",
        "main.hang_rate", "main.micro_hangs", "main.hangs", "main.hitch_ratio.60",
        "main.hitch_ratio.120", "main.blocking_time", "operation.import-batch.p50",
        "operation.fetch-page.p95", "operation.search.p99", "operation.edit.max",
        "operation.delete.count", "operation.fetch-page.rows", "import.rate", "import.duration",
        "ui.freshness.p50", "ui.freshness.p99", "ui.freshness.max", "store.commits",
        "store.syncs", "store.writes", "store.bytes_written", "store.checkpoints", "process.cpu",
        "process.peak_memory", "queue.cpu", "loss.never_durable", "loss.silent",
    ]

    @Test(arguments: promised)
    func `Every metric that limits and gates rely on is known`(name: String) {
        #expect(Metric.find(name) != nil)
        #expect(Metric.names.contains(name))
    }

    @Test(arguments: ["loss.kill", "loss.power", "loss.dirty"])
    func `Loss has its seven statistics`(metric: String) {
        let names = ["exposure", "p50", "p95", "p99", "max", "longest_window", "share_at_risk"]
        for name in names { #expect(Metric.find("\(metric).\(name)") != nil) }
    }

    @Test func `No name means two things`() {
        #expect(Set(Metric.names).count == Metric.names.count)
    }

    @Test func `Only the rate of an import is better when it is higher`() {
        for measure in Metric.all.flatMap(\.measures) {
            #expect((measure.better == .higher) == (measure == Metric.importRate[.total]))
        }
    }

    @Test func `A metric with several statistics has no short name`() {
        #expect(Metric.find("main.delay") == nil)
        #expect(Metric.find("main") == nil)
        #expect(Metric.find("") == nil)
    }
}
