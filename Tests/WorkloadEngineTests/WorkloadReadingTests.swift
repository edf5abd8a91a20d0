import Documents
import Foundation
import Results
import Testing
import Topologies
import WorkloadEngine

@Suite struct WorkloadReadingTests {
    let sample: SampleWorkload

    init() throws {
        sample = try SampleWorkload()
    }

    /// The description of the error, without the folder's name.
    private func error(_ replacements: (String, String)...) throws -> String {
        let text = SampleWorkload.text(replacements)
        let error = try #require(throws: DocumentError.self) { try sample.parse(text) }
        return error.description.replacing(sample.folder.path + "/", with: "")
    }

    @Test func `What is expected of a workload is no part of its digest`() throws {
        // With a content of its own: with one of a file no older build has known it.
        let text = RunnerTests.drawn.replacing("pace: 10ms", with: "pace: 10ms, method: upsert")
        let bare = try sample.parse(text)
        #expect(bare.formerDigest == nil)
        for lines in [
            "limits: { main.stall.max: < 250ms }\n", "gates: { main.delay.p99: 5% }\n",
            "limits: { main.stall.max: < 9s }\ngates: { main.stall.max: < 1s }\n",
        ] {
            let workload = try sample.parse(text + "\n" + lines)
            #expect(workload.digest == bare.digest)
            // The digest that results of older builds carry is still known.
            #expect(
                try workload.formerDigest
                    == Document(file: "w.yaml", text: text + "\n" + lines).digest)
        }
        let other = try sample.parse(text.replacing("seed: 7", with: "seed: 8"))
        #expect(other.digest != bare.digest)
    }

    @Test func `The workloads that ship are found by name and hold what is known of them`() throws {
        let workload = try Workload.load(named: "import-10k")
        #expect(workload.name == "import-10k")
        #expect(workload.seed == 20_130_429)
        #expect(workload.importer?.batch == 500)
        #expect(workload.importer?.pace == .milliseconds(75))
        #expect(workload.ui?.arrivals == .poisson(perSecond: 20))
        #expect(workload.ui?.page == 40)
        #expect(workload.display?.cost == .milliseconds(1))
        #expect(workload.phases.map(\.name) == ["preload", "idle", "import", "settle"])
        #expect(workload.phases.map(\.isMeasured) == [false, true, true, true])
        #expect(workload.repetitions == 3)
        #expect(workload.kills == 4)
        let limits = try #require(workload.limits).mapping().all()
        #expect(limits.map(\.key) == ["main.stall.max", "loss.kill.max"])
        #expect(try limits.map { try $0.value.string() } == ["< 250ms", "<= 0"])
        #expect(limits.allSatisfy { ($0.value.position.column ?? 0) > 3 })
        #expect(workload.headlinePhase == "import")
        let smoke = try Workload.load(named: "smoke")
        #expect(smoke.importer?.take == 200)
        #expect(smoke.topologyFields.map(\.field) == ["flush"])
        #expect(smoke.topologyFields.map(\.value) == ["every 100ms"])
    }

    @Test func `An unknown workload is named with the nearest`() throws {
        let error = try #require(throws: WorkloadError.self) {
            try Workload.load(named: "import-10")
        }
        #expect(error.code == .unknownWorkload)
        #expect(error.description.contains("did you mean “import-10k”?"))
        #expect(throws: WorkloadError.self) { try Workload.load(named: "/nowhere/x.yaml") }
    }

    @Test func `A setting changes a value and the digest`() throws {
        let plain = try Workload.load(named: "import-10k")
        let set = try Workload.load(
            named: "import-10k", settings: [.init(key: "roles.importer.batch", value: "2000")])
        #expect(set.importer?.batch == 2000)
        #expect(plain.digest != set.digest)
        #expect(try Workload.load(named: "import-10k").digest == plain.digest)
    }

    @Test func `A wrong setting names the option`() throws {
        let error = try #require(throws: DocumentError.self) {
            try Workload.load(
                named: "import-10k", settings: [.init(key: "roles.importer.batch", value: "many")])
        }
        #expect(error.description.contains("--set roles.importer.batch=many"))
    }

    @Test func `A wrong value of a sweep names the sweep, and comes after the settings`() throws {
        let batch = { (value: String) in
            WorkloadSetting(key: "roles.importer.batch", value: value)
        }
        let swept = try Workload.load(
            named: "import-10k", settings: [batch("2000")], swept: batch("300"))
        #expect(swept.importer?.batch == 300)
        let error = try #require(throws: DocumentError.self) {
            try Workload.load(named: "import-10k", settings: [], swept: batch("many"))
        }
        #expect(error.description.hasPrefix("--sweep roles.importer.batch=many:"))
    }

    @Test func `Mistakes are told with file, line, column and the nearest name`() throws {
        #expect(try error(("title:", "titel:")).contains("sample.yaml:2:1: unknown key “titel”"))
        #expect(try error(("batch: 2", "batch: 2, pase: 1ms")).contains("sample.yaml:9:86"))
        #expect(try error(("pace: 10ms", "pace: 10")).contains("has no unit"))
        #expect(try error(("pace: 10ms", "pace: 10MB")).contains("sample.yaml:9:92"))
        #expect(try error(("delete: 0.2", "delete: 0.1")).contains("sum to 0.9"))
        #expect(try error(("search:", "serch:")).contains("did you mean “search”?"))
        #expect(try error(("poisson", "poison")).contains("did you mean “poisson”?"))
        #expect(try error(("poisson 200/s", "poisson")).contains("write poisson 20/s"))
        #expect(try error(("vsync", "vsink")).contains("did you mean “vsync”?"))
        #expect(try error(("journal: wal", "journal: wall")).contains("did you mean “wal”?"))
        #expect(try error(("after-edit", "after-edits")).contains("did you mean “after-edit”?"))
        #expect(try error(("roles:\n  importer", "roles:\n  imported")).contains("“importer”"))
        #expect(try error(("schema: 1", "schema: 2")).contains("sample.yaml:1:9"))
        #expect(try error(("seed: 7\n", "")).contains("the key “seed” is missing"))
        #expect(
            try error(("save: after-edit", "save: after-edit, on-did-save: id")).contains(
                "did you mean “ids”?"))
        #expect(
            try error(("batch: 2", "batch: 2, method: batch-insert-block")).contains(
                "a batch insert sets no relationships"))
    }

    @Test func `All mistakes are told at once, in the order of the lines`() throws {
        let lines = try error(("seed: 7", "seed: seven"), ("pace: 10ms", "pace: 10"))
            .split(separator: "\n")
        try #require(lines.count == 2)
        #expect(lines[0].hasPrefix("sample.yaml:5:7"))
        #expect(lines[1].hasPrefix("sample.yaml:9:"))
    }

    @Test func `Phases must make sense together`() throws {
        #expect(try error(("name: settle", "name: import")).contains("two phases are called"))
        #expect(try error(("measured: false", "measured: true")).contains("sample.yaml:13:29"))
        #expect(try error(("notes: 20, ", "")).contains("“for” is missing"))
        #expect(
            try error(("name: preload, notes: 20, measured: false", "name: preload, for: 1ms"))
                .contains("no phase writes notes first"))
        #expect(
            try error(
                ("name: preload, notes: 20, measured: false", "name: preload, for: 1ms"),
                ("edit: 0.3, delete: 0.2", "look-up: 0.5")
            ).contains("no phase writes notes first"))
        #expect(
            try error(
                (
                    "  - { name: preload",
                    "  - { name: early, for: 1ms, roles: [ui] }\n  - { name: preload"
                )
            ).contains("no phase writes notes first"))
        #expect(
            try error(("  display: { arrivals: vsync 60Hz, cost: 1ms }\n", ""))
                .contains("no role “display”"))
        #expect(try error(("roles: [ui, display]", "roles: [ui, displai]")).contains("“display”"))
    }

    @Test func `Observers are some, read what there is, and have something to see`() throws {
        func observers(_ text: String) -> (String, String) {
            ("  display: {", "  observers: { \(text) }\n  display: {")
        }
        let workload = try sample.workload(observers("count: 12, reads: ids"))
        #expect(workload.observers?.count == 12)
        #expect(workload.observers?.reads == .ids)
        #expect(try sample.workload(observers("count: 1")).observers?.reads == .objects)
        #expect(try error(observers("count: 51")).contains("sample.yaml:11:23"))
        #expect(try error(observers("count: 0")).contains("50"))
        #expect(try error(observers("count: 2, reads: id")).contains("did you mean “ids”?"))
        #expect(
            try error(("display]", "observers]")).contains("the workload has no role “observers”"))
        let importer =
            "  importer: { import: cities.jsonl, entity: City, find-or-create: Country, batch: 2,"
            + " pace: 10ms }\n"
        #expect(
            try error(
                observers("count: 2"), (importer, ""), ("[importer, ui, display]", "[ui]"),
                (
                    "fetch-page: 0.3, search: 0.2, edit: 0.3, delete: 0.2", "fetch-all: 1"
                )
            ).contains("no role changes an object that the observers could read"))
    }

    @Test func `A scale multiplies what is there and what comes, and nothing else`() throws {
        func scaled(_ text: String, _ scale: Int) throws -> Workload {
            try sample.parse(text.replacing("seed: 7\n", with: "seed: 7\nscale: \(scale)\n"))
        }
        let drawn = RunnerTests.drawn.replacing("pace: 10ms", with: "pace: 10ms, method: upsert")
        let (one, three) = (try sample.parse(drawn), try scaled(drawn, 3))
        #expect(one.importer?.source == .generated(12))
        #expect(three.importer?.source == .generated(36))
        #expect(three.phases.map(\.notes) == one.phases.map { 3 * $0.notes })
        #expect(three.phases.map(\.length) == one.phases.map(\.length))
        #expect(three.importer?.batch == one.importer?.batch)
        #expect(three.digest != one.digest)
        #expect(three.phases[0].imported == 15)
        // The lines of a file are not drawn: they must be there.
        let some = SampleWorkload.text([("batch: 2", "take: 2, batch: 2")])
        let all = try OperationPlan(scaled(some, 3)).operations.filter { $0.kind == .importBatch }
        #expect(all.count == 3)
        #expect(throws: WorkloadError.self) { try OperationPlan(scaled(some, 4)) }
        #expect(
            try error(("seed: 7\n", "seed: 7\nscale: 2\n")).contains(
                "sample.yaml:6:8: all lines of cities.jsonl are imported, and 2 times as many"))
        #expect(try error(("seed: 7\n", "seed: 7\nscale: 0\n")).contains("sample.yaml:6:8"))
    }

    @Test func `An import is cancelled after a share of its lines`() throws {
        let cancelled = ("batch: 2", "batch: 2, cancel-after: 40 %")
        #expect(try sample.workload(cancelled).importer?.cancelAfter == 0.4)
        for wrong in ["40", "0%", "100 %", "half"] {
            #expect(
                try error(("batch: 2", "batch: 2, cancel-after: \(wrong)")).contains(
                    "sample.yaml:9:"))
        }
        #expect(
            try error(
                cancelled, ("save: after-edit", "save: on-background"),
                ("  display: {", "  app: { background: fixed 2/s }\n  display: {")
            ).contains("a cancelled import rolls its context back"))
    }

    @Test func `A field for the topologies must be one that some topology has`() throws {
        let fields = "\ntopology: { flush: every 100ms }\nroles:\n  importer"
        let workload = try sample.workload(("\nroles:\n  importer", fields))
        #expect(workload.topologyFields.map(\.value) == ["every 100ms"])
        #expect(
            try error(("\nroles:\n  importer", fields.replacing("flush", with: "flus")))
                .contains("did you mean “flush”?"))
        #expect(
            try error(("\nroles:\n  importer", fields.replacing("every", with: "often")))
                .contains("sample.yaml:8:20"))
    }

    @Test func `The pace none makes a closed loop and no time none at all`() throws {
        #expect(try sample.workload(("pace: 10ms", "pace: none")).importer?.pace == nil)
        #expect(try error(("pace: 10ms", "pace: 0ms")).contains("write none"))
    }
}
