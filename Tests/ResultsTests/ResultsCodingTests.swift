import Foundation
import Results
import Testing

@Suite struct ResultsCodingTests {
    @Test func `A record comes back from JSON as it was`() throws {
        var record = RunRecord(
            topology: "private-writer", variant: "private-writer:flush=5s", repetition: 2,
            build: "debug")
        record.phases = [PhaseRecord(name: "import", isMeasured: true, began: 5, ended: 1_000_005)]
        let span = SpanRecord(cause: "save", began: 6, ended: 9, depth: 0, own: 2)
        let block = BlockRecord(
            began: 6, ended: 10, cpu: 3, runDelay: 1, operation: nil, label: "merge",
            spans: [span])
        record.stretches = [
            StretchRecord(began: 6, ended: 10, cpu: 3, runDelay: 1, blocks: [block])
        ]
        record.edits = [
            EditRecord(
                operation: 7, role: "ui", phase: "import", count: 1, edited: Int64.max, saved: nil,
                committed: nil)
        ]
        record.operations = [
            OperationRecord(
                index: 7, role: "ui", kind: "edit", phase: "import", due: 4, began: 6, ended: 9,
                rows: 2, edits: 1)
        ]
        record.queues = [
            QueueRecord(
                name: "writer", roles: ["importer"],
                blocks: [
                    QueueRecord.Block(began: 5, ended: 8, cpu: 2, operation: nil),
                    QueueRecord.Block(began: 9, ended: 12, cpu: 3, operation: 7),
                ])
        ]
        record.saves = [
            SaveRecord(context: "main", began: 7, ended: 9, operation: 7, isOnMain: true)
        ]
        record.storeTimeline = StoreTimeline(
            transactions: [
                StoreTimeline.Transaction(
                    context: "writer", coordinator: 2, began: 9, committed: 12, bytes: 4_120,
                    writes: 2, isOnMain: false)
            ],
            calls: [
                StoreTimeline.Call(.write, .log, began: 10, ended: 11, bytes: 4_120, count: 2),
                StoreTimeline.Call(.sync, .log, began: 11, ended: 12, bytes: 0, count: 1),
            ], checkpoints: [StoreTimeline.Checkpoint(began: 13, ended: 15, bytes: 4_096)])
        record.probes = [
            ProbeCost(name: "block", count: 10, unitNanoseconds: 0.1, isOnMain: true)
        ]
        let data = try Self.encoder.encode(record)
        let again = try JSONDecoder().decode(RunRecord.self, from: data)
        #expect(try Self.encoder.encode(again) == data)
        // 64-bit times keep every digit on their way through JSON.
        #expect(again.edits[0].edited == Int64.max)
        #expect(again.edits[0].saved == nil)
        #expect(again.stretches[0].blocks[0].spans[0].cause == "save")
        #expect(again.stretches[0].blocks[0].spans[0].ended == 9)
        #expect(again.operations[0].ended == 9 && again.operations[0].due == 4)
        #expect(again.queues?[0].blocks == record.queues?[0].blocks)
        #expect(again.saves == record.saves)
        #expect(again.storeTimeline?.transactions == record.storeTimeline?.transactions)
        #expect(again.storeTimeline?.calls == record.storeTimeline?.calls)
        #expect(again.storeTimeline?.checkpoints == record.storeTimeline?.checkpoints)
    }

    @Test func `Stretches and operations are rows, and those of older files with names are read`()
        throws
    {
        let stretch = """
            {"began":6,"blocks":[{"began":7,"cpu":3,"ended":10,"label":"edit","operation":7,
            "runDelay":1,"spans":[{"began":8,"cause":"save","depth":0,"ended":9,"own":1}]}],
            "cpu":4,"ended":11,"runDelay":2}
            """
        let old = try JSONDecoder().decode(StretchRecord.self, from: Data(stretch.utf8))
        let row = String(decoding: try Self.encoder.encode(old), as: UTF8.self)
        #expect(row == #"[6,5,4,2,[[1,3,3,1,7,"edit",[["save",1,1,0,1]]]]]"#)
        let again = try JSONDecoder().decode(StretchRecord.self, from: Data(row.utf8))
        #expect(try Self.encoder.encode(again) == Data(row.utf8))
        #expect(again.blocks[0].spans[0].began == 8 && again.blocks[0].ended == 10)

        let operation = """
            {"began":5,"due":4,"edits":1,"ended":9,"index":7,"kind":"edit","phase":"import",
            "role":"ui","rows":2}
            """
        let named = try JSONDecoder().decode(OperationRecord.self, from: Data(operation.utf8))
        let short = String(decoding: try Self.encoder.encode(named), as: UTF8.self)
        #expect(short == #"[7,"ui","edit","import",4,1,4,2,1]"#)
    }

    @Test func `A trimmed record has the length of its measured phases, also from JSON`() throws {
        var record = RunRecord(topology: "t", variant: "t", repetition: 1, build: "b")
        record.phases = [
            PhaseRecord(name: "idle", isMeasured: true, began: 5, ended: 15),
            PhaseRecord(name: "rest", isMeasured: false, began: 15, ended: 100),
            PhaseRecord(name: "import", isMeasured: true, began: 100, ended: 107),
        ]
        #expect(record.measuredLength == 17)
        #expect(record.trimmed.phases.isEmpty)
        let data = try Self.encoder.encode(record.trimmed)
        #expect(try JSONDecoder().decode(RunRecord.self, from: data).measuredLength == 17)
    }

    @Test func `A row whose times do not fit 64 bits is read, and is implausible`() throws {
        let row = "[\(Int64.max),\(Int64.max),0,0,[[\(Int64.max),9,0,0,null,\"x\",[]]]]"
        var record = RunRecord(topology: "t", variant: "t", repetition: 1, build: "b")
        record.stretches = [try JSONDecoder().decode(StretchRecord.self, from: Data(row.utf8))]
        #expect(record.implausible != nil)
    }

    @Test func `A result comes back from JSON as it was, seed and schema among it`() throws {
        var result = WorkloadResult(
            run: "r", commit: "c", build: "release", workload: "w", workloadDigest: "d",
            title: "t", question: "q", expect: "e", device: "host", seed: UInt64.max,
            started: "2026-01-01T00:00:00Z",
            host: Host(
                system: "Linux", processor: "p", cores: 2, memoryBytes: 1 << 40, sqlite: "3.40",
                fileSystem: "ext4"), headlinePhase: "import", operationsDigest: "o")
        var topology = TopologyResult(topology: "siblings", variant: "siblings", promise: "p")
        topology.summary = [
            Figure(
                metric: "main.delay", statistic: "p99", value: 0.1, unit: "ms", better: .lower,
                phase: "import", count: 3, low: nil, high: 0.30000000000000004)
        ]
        topology.failure = RunFailure(kind: .outcomeDiffers, message: "m", details: ["d"])
        result.topologies = [topology]
        result.telling = TellingRecord(
            end: .timeUp, looks: 3, level: 0.02 / 12, rounds: 15, seconds: 9.5, limitSeconds: 10)
        let data = try Self.encoder.encode(result)
        let again = try JSONDecoder().decode(WorkloadResult.self, from: data)
        #expect(try Self.encoder.encode(again) == data)
        #expect(again.seed == UInt64.max)
        #expect(again.schema == WorkloadResult.schema)
        #expect(again.topologies[0].summary == topology.summary)
        #expect(again.topologies[0].failure?.kind == .outcomeDiffers)
        #expect(again.telling == result.telling)
    }

    @Test func `A figure's name is its metric and its statistic`() {
        let figure = Figure(
            metric: "main.delay", statistic: "p99", value: 1, unit: "ms", better: .lower,
            phase: "all", count: 1)
        #expect(figure.name == "main.delay.p99")
    }

    private static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return encoder
    }()
}
