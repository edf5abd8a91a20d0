import Documents
import Results
import Testing
import Verdicts

@Suite struct LimitTests {
    private static func issue<T>(_ body: () throws -> T) throws -> DocumentError.Issue {
        let error = try #require(throws: DocumentError.self) { _ = try body() }
        return try #require(error.issues.first)
    }

    @Test(arguments: [
        ("main.delay.p99<100ms", "main.delay.p99 < 100ms", 100.0),
        ("main.delay.p99 <= 0.1s", "main.delay.p99 <= 0.1s", 100),
        ("loss.kill.max <= 0", "loss.kill.max <= 0", 0),
        ("loss.kill.longest_window < 500ms", "loss.kill.longest_window < 500ms", 0.5),
        ("loss.kill.share_at_risk<5%", "loss.kill.share_at_risk < 5%", 5),
        ("import.rate > 5000objects/s", "import.rate.total > 5000objects/s", 5000),
        ("import.rate.total>=5000/s", "import.rate.total >= 5000/s", 5000),
        ("main.hitch_ratio.60 < 10ms/s", "main.hitch_ratio.60.total < 10ms/s", 10),
        ("main.hang_rate < 20 s/h", "main.hang_rate.total < 20 s/h", 20),
        ("process.peak_memory < 1GiB", "process.peak_memory.max < 1GiB", 1024),
        ("store.bytes_written < 4MiB", "store.bytes_written.total < 4MiB", 4_194_304),
        ("store.commits < 2k", "store.commits.total < 2k", 2000),
    ])
    func `A limit is a metric, a comparison and a bound in the metric's unit`(
        text: String, shown: String, bound: Double
    ) throws {
        let limit = try Limit(text)
        #expect(limit.description == shown)
        #expect(abs(limit.bound - bound) < 1e-9)
    }

    @Test func `A limit that is read again from what is shown is the same`() throws {
        for metric in Metric.all {
            for measure in metric.measures {
                for comparison in Limit.Comparison.allCases {
                    let bound = "7\(measure.unit.accepted[0])"
                    let text = "\(measure.name)\(comparison.rawValue)\(bound)"
                    let limit = try Limit(text)
                    #expect(try Limit(limit.description) == limit)
                    #expect(limit.bound == 7)
                }
            }
        }
    }

    @Test func `An unknown metric is an error with the nearest`() throws {
        let error = try Self.issue { try Limit("mian.delay.p99<100ms") }
        #expect(error.code == .unknownName)
        #expect(error.position.description == "--limit mian.delay.p99<100ms")
        #expect(error.remedy == "did you mean “main.delay.p99”?")
    }

    @Test func `A metric without its statistic, and with a wrong one, say what it has`() throws {
        let bare = try Self.issue { try Limit("main.delay<100ms") }
        #expect(bare.remedy == "add one of p50, p95, p99, max, mean: main.delay.p50")
        let wrong = try Self.issue { try Limit("main.delay.p90<100ms") }
        #expect(wrong.message == "unknown statistic of main.delay “p90”")
        #expect(wrong.remedy == "did you mean “p50”?")
    }

    @Test(arguments: ["main.delay.p99<100", "main.delay.p99<100MiB", "loss.kill.max<1s"])
    func `A bound in another unit, or in none, is an error that names the unit`(
        text: String
    ) throws {
        let error = try Self.issue { try Limit(text) }
        #expect(error.code == .wrongUnit)
        #expect(error.remedy.hasPrefix("it is in "))
    }

    @Test(arguments: [
        "main.delay.p99", "main.delay.p99=100ms", "main.delay.p99<>100ms", "main.delay.p99 100ms",
    ])
    func `A limit without a comparison is an error that shows one`(text: String) throws {
        let error = try Self.issue { try Limit(text) }
        #expect(error.code == .invalidSpecification)
        #expect(error.remedy.contains("main.delay.p99 < 100ms"))
    }

    @Test(arguments: ["main.delay.p99<", "main.delay.p99<soon", "main.delay.p99<1e3ms"])
    func `A limit without a number is an error`(text: String) throws {
        #expect(try Self.issue { try Limit(text) }.code == .wrongType)
    }

    @Test func `The limits of a workload are read from its mapping, in its order`() throws {
        let document = try Document(
            file: "w.yaml",
            text: "limits: { main.stall.max: < 250ms, loss.kill.max: <= 0 }\n")
        let limits = try Limit.limits(in: document.mapping().require("limits"))
        #expect(limits.map(\.description) == ["main.stall.max < 250ms", "loss.kill.max <= 0"])
    }

    @Test func `A limit that is given twice counts once`() throws {
        let limits = try Limit.each(
            of: ["main.stall.max<250ms", "loss.kill.max<=0", "main.stall.max < 250ms"])
        #expect(limits.map(\.description) == ["main.stall.max < 250ms", "loss.kill.max <= 0"])
    }

    @Test func `All wrong limits of a workload are reported, each at its place`() throws {
        let document = try Document(
            file: "w.yaml",
            text: "limits:\n  main.stal.max: < 250ms\n  loss.kill.max: <= 0s\n")
        let node = try document.mapping().require("limits")
        let error = try #require(throws: DocumentError.self) { _ = try Limit.limits(in: node) }
        #expect(error.issues.map(\.position.description) == ["w.yaml:2:3", "w.yaml:3:18"])
        #expect(error.issues.map(\.code) == [.unknownName, .wrongUnit])
    }
}
