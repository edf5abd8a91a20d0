import Documents
import Results
import Testing
import Verdicts

@Suite struct GateTests {
    private static func issue<T>(_ body: () throws -> T) throws -> DocumentError.Issue {
        let error = try #require(throws: DocumentError.self) { _ = try body() }
        return try #require(error.issues.first)
    }

    @Test(arguments: [
        ("main.delay.p99:5%", "main.delay.p99:5%", 0.05),
        ("main.delay.p99: 2.5 %", "main.delay.p99:2.5%", 0.025),
        ("main.delay.p99:+5%", "main.delay.p99:5%", 0.05),
        ("loss.power.p99:+0", "loss.power.p99:0", 0),
        ("store.commits:0%", "store.commits.total:0", 0),
        ("main.hitch_ratio.60:10%", "main.hitch_ratio.60.total:10%", 0.1),
    ])
    func `A gate on a change is a metric and per cent`(
        text: String, shown: String, allowed: Double
    ) throws {
        let gate = try Gate(text)
        #expect(gate.description == shown)
        #expect(gate.condition == .change(allowed: allowed))
        #expect(try Gate(gate.description) == gate)
    }

    @Test func `A gate with a comparison is a bound, as limits have it`() throws {
        let gate = try Gate("main.stall.max<250ms")
        #expect(gate.condition == .bound(try Limit("main.stall.max<250ms")))
        #expect(gate.description == "main.stall.max < 250ms")
        #expect(gate.name == "main.stall.max")
    }

    @Test func `A misspelled metric is an error with the nearest`() throws {
        let error = try Self.issue { try Gate("main.dely.p99:5%") }
        #expect(error.code == .unknownName)
        #expect(error.position.description == "--fail-on main.dely.p99:5%")
        #expect(error.remedy == "did you mean “main.delay.p99”?")
        let bare = try Self.issue { try Gate("main.delay:5%") }
        #expect(bare.remedy.hasPrefix("add one of p50"))
    }

    @Test(arguments: [
        ("main.delay.p99", DocumentError.Code.invalidSpecification, "main.delay.p99:5%"),
        ("main.delay.p99=5%", .invalidSpecification, "<"),
        ("main.delay.p99:", .wrongType, "main.delay.p99:5%"),
        ("main.delay.p99:much", .wrongType, "main.delay.p99:5%"),
        ("main.delay.p99:5", .wrongUnit, "per cent"),
        ("main.delay.p99:5ms", .wrongUnit, "per cent"),
        ("main.delay.p99:-5%", .outOfRange, "0 or more"),
        ("main.stall.count:5%", .invalidSpecification, "bound it"),
        ("main.stall.max<5%", .wrongUnit, "ms"),
    ])
    func `What is no gate is an error with a remedy`(
        text: String, code: DocumentError.Code, remedy: String
    ) throws {
        let error = try Self.issue { try Gate(text) }
        #expect(error.code == code)
        #expect(error.remedy.contains(remedy))
    }

    @Test func `The gates of a workload are bounds and changes`() throws {
        let document = try Document(
            file: "w.yaml",
            text: "gates: { main.stall.max: < 250ms, main.delay.p99: 5%, loss.kill.max: 0 }\n")
        let gates = try Gate.gates(in: document.mapping().require("gates"))
        #expect(
            gates.map(\.description) == [
                "main.stall.max < 250ms", "main.delay.p99:5%", "loss.kill.max:0",
            ])
    }

    @Test func `All wrong gates of a workload are reported, each at its place`() throws {
        let document = try Document(
            file: "w.yaml", text: "gates:\n  main.stal.max: 5%\n  loss.kill.max: 5ms\n")
        let node = try document.mapping().require("gates")
        let error = try #require(throws: DocumentError.self) { _ = try Gate.gates(in: node) }
        #expect(error.issues.map(\.position.description) == ["w.yaml:2:3", "w.yaml:3:18"])
        #expect(error.issues.map(\.code) == [.unknownName, .wrongUnit])
    }

    @Test func `A family is the standard one, and gates on changes add to it`() throws {
        let gates = try ["main.stall.max<1s", "main.delay.p99:5%", "import.rate:0"].map {
            try Gate($0)
        }
        let family = try GateFamily(of: gates)
        let standard = GateFamily.standard.members.map(\.name)
        #expect(family.members.map(\.name) == standard + ["import.rate.total"])
        #expect(family["main.delay.p99"]?.allowed == 0.05)
        #expect(family["main.stall.max"] == nil)
        #expect(try GateFamily(of: [gates[0]]) == .standard)
        #expect(try GateFamily(of: []) == .standard)
    }

    @Test func `The standard family has eight metrics, and each exists`() {
        let names = GateFamily.standard.members.map(\.name)
        #expect(names.count == GateFamily.most)
        #expect(Set(names).count == names.count)
        for name in names {
            let found = Metric.find(name)
            #expect(found?.name == name)
        }
        for name in names { #expect(Metric.find(name)?.better != .neutral) }
    }

    @Test func `Nine gates, and two on one metric, are errors`() throws {
        let texts = [
            "main.busy.total", "main.busy.share", "main.delay.p50", "main.delay.p95",
            "main.delay.p99", "main.delay.max", "main.delay.mean", "main.stall.max", "process.cpu",
        ]
        let gates = try texts.map { try Gate("\($0):5%") }
        let standard = Set(GateFamily.standard.members.map(\.name))
        let eight = try GateFamily(of: Array(gates.dropLast()))
        #expect(eight.members.count { $0.allowed != nil } == 8)
        #expect(Set(eight.members.map(\.name)).isSuperset(of: standard))
        #expect(try Self.issue { try GateFamily(of: gates) }.code == .outOfRange)
        let twice = try [Gate("import.rate:5%"), Gate("import.rate.total:1%")]
        #expect(try Self.issue { try GateFamily(of: twice) }.code == .duplicateKey)
    }
}
