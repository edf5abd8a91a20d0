import Foundation
import Reporting
import Results
import Testing

struct `A trace` {
    /// `SmallResult` with a writer's queue and a store.
    ///
    ///     ms        100       120       200       220  230
    ///     main      ├ block #7 ┤
    ///     writer                        ├ save ────┤
    ///     store                           ├ commit ┤├ checkpoint
    private func result() -> WorkloadResult {
        var result = SmallResult.make()
        var record = SmallResult.record()
        func at(_ milliseconds: Double) -> Int64 { SmallResult.milliseconds(milliseconds) }
        record.queues = [
            QueueRecord(
                name: "writer", roles: [],
                blocks: [
                    QueueRecord.Block(
                        began: at(199), ended: at(231), cpu: 9_000_000, operation: nil)
                ])
        ]
        record.saves = [
            SaveRecord(
                context: "main", began: at(104), ended: at(118), operation: 7, isOnMain: true),
            SaveRecord(
                context: "writer", began: at(200), ended: at(221), operation: 7, isOnMain: false),
        ]
        record.storeTimeline = StoreTimeline(
            transactions: [
                StoreTimeline.Transaction(
                    context: "writer", coordinator: 1, began: at(205), committed: at(220),
                    bytes: 8_240, writes: 4, isOnMain: false)
            ],
            calls: [
                StoreTimeline.Call(
                    .write, .log, began: at(210), ended: at(211), bytes: 8_240, count: 4),
                StoreTimeline.Call(
                    .sync, .log, began: at(211), ended: at(219.5), bytes: 0, count: 1),
            ], checkpoints: [StoreTimeline.Checkpoint(began: at(222), ended: at(230), bytes: 4_096)]
        )
        record.frames = [0, 1, 3].map { number in
            let due = at(100) + Int64(number) * 16_666_667
            return FrameRecord(due: due, finished: due + (number == 1 ? 20_000_000 : 2_000_000))
        }
        result.topologies[0].repetitions[0].record = record
        return result
    }

    private func lines(_ bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `A save leads to its commit, on every row that took part`() {
        let lines = lines(TraceEventFile.bytes(of: RunTrace(of: result())))
        let expected = """
            {"displayTimeUnit":"ms","otherData":{"run":"r1","workload":"tiny","commit":"abc1234",\
            "build":"debug","mode":"measured","device":"host","thinning":"nothing is left out"},\
            "traceEvents":[
            """
        #expect(lines.first == expected)
        for line in [
            #"{"ph":"M","pid":1000,"tid":1000,"name":"process_name","args":{"name":"#
                + #""private-writer:flush=5s, repetition 1 of 1, disturbed"}},"#,
            #"{"ph":"X","pid":1000,"tid":1002,"ts":100000.000,"dur":20000.000,"name":"","#
                + #""cat":"block","args":{"cpu_us":0.000,"blocked_us":20000.000,"#
                + #""preempted_us":0.000,"operation":7,"role":"importer","kind":"import-batch","#
                + #""rows":0,"objects":3}},"#,
            #"{"ph":"X","pid":1000,"tid":1002,"ts":104000.000,"dur":14000.000,"name":"save","#
                + #""cat":"span","args":{"own_us":9000.000}},"#,
            #"{"ph":"s","pid":1000,"tid":1002,"ts":104000.000,"id":1000000000,"name":"commit","#
                + #""cat":"flow"},"#,
            #"{"ph":"f","bp":"e","pid":1000,"tid":1005,"ts":205000.000,"id":1000000000,"#
                + #""name":"commit","cat":"flow"},"#,
            #"{"ph":"X","pid":1000,"tid":1005,"ts":205000.000,"dur":15000.000,"#
                + #""name":"transaction of writer","cat":"transaction","args":{"context":"writer","#
                + #""objects":3,"bytes":8240,"writes":4,"thread":"another"}},"#,
            #"{"ph":"X","pid":1000,"tid":1003,"ts":199000.000,"dur":32000.000,"name":"flush","#
                + #""cat":"block","args":{"cpu_us":9000.000}},"#,
            #"{"ph":"X","pid":1000,"tid":1006,"ts":222000.000,"dur":8000.000,"#
                + #""name":"checkpoint","cat":"checkpoint","args":{"bytes":4096}},"#,
            #"{"ph":"X","pid":1000,"tid":1007,"ts":211000.000,"dur":8500.000,"#
                + #""name":"sync log","cat":"disk","args":{}},"#,
            #"{"ph":"C","pid":1000,"tid":1000,"ts":120000.000,"name":"edits at risk","#
                + #""args":{"kill":3,"not saved":0}},"#,
            #"{"ph":"i","s":"t","pid":1000,"tid":1002,"ts":133333.334,"name":"frame missed","#
                + #""cat":"frame","args":{"late_us":3333.333}},"#,
            #"{"ph":"i","s":"p","pid":1000,"tid":1001,"ts":130250.000,"name":"kill of another run:"#
                + #" 3 saved edits lost","cat":"kill","args":{"lost":3,"not_saved":1,"#
                + #""point":"random"}},"#,
        ] {
            #expect(lines.contains(line), "\(line)")
        }
        // Two saves, one transaction.
        #expect(lines.count { $0.contains(#""ph":"s""#) } == 2)
        #expect(lines.count { $0.contains(#""ph":"f""#) } == 2)
    }

    @Test func `Names are escaped, whatever a file calls its topology`() throws {
        var result = result()
        result.topologies[0].variant = "a\"b\\c\n<d> \u{1}ü"
        let bytes = TraceEventFile.bytes(of: RunTrace(of: result))
        let object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        let events = try #require(object?["traceEvents"] as? [[String: Any]])
        let name = (events[0]["args"] as? [String: String])?["name"]
        #expect(name?.hasPrefix("a\"b\\c\n<d> \u{1}ü, repetition 1") == true)
    }

    @Test func `What lies across another slice has a row of its own`() throws {
        var result = result()
        var record = result.topologies[0].repetitions[0].record
        let calls = record.storeTimeline!.calls
        record.storeTimeline!.calls = [
            calls[0],
            StoreTimeline.Call(
                .sync, .database, began: SmallResult.milliseconds(210.5),
                ended: SmallResult.milliseconds(215), bytes: 0, count: 1), calls[1],
        ]
        result.topologies[0].repetitions[0].record = record
        let lines = lines(TraceEventFile.bytes(of: RunTrace(of: result)))
        #expect(lines.contains { $0.contains(#""name":"disk (2)""#) })
        let second = lines.filter { $0.contains(#""tid":1008,"ts""#) }
        #expect(second.count == 1 && second[0].contains("sync database"))
    }

    @Test(arguments: [30, 200, 3_000])
    func `A trace has no more slices than it may, and loses spans first`(most: Int) throws {
        var result = result()
        var record = result.topologies[0].repetitions[0].record
        // Blocks of 8 µs to 1 ms, each with ten spans.
        record.stretches = (0..<500).map { number in
            let began = SmallResult.milliseconds(100) + Int64(number) * 300_000
            let length = Int64(8_000 + number * 400)
            let spans = (0..<10).map { part in
                SpanRecord(
                    cause: "fetch", began: began + length / 10 * Int64(part),
                    ended: began + length / 10 * Int64(part + 1), depth: 0, own: length / 10)
            }
            let block = BlockRecord(
                began: began, ended: began + length, cpu: length, runDelay: 0, operation: nil,
                label: "other", spans: spans)
            return StretchRecord(
                began: began, ended: began + length, cpu: length, runDelay: 0, blocks: [block])
        }
        result.topologies[0].repetitions[0].record = record
        let whole = RunTrace(of: result)
        #expect(whole.thinning == nil && whole.count > 5_000)
        let trace = RunTrace(of: result, most: most)
        let thinning = try #require(trace.thinning)
        #expect(trace.count <= most && trace.count > most / 4)
        #expect(trace.count + thinning.omitted == whole.count)
        let text = String(decoding: TraceEventFile.bytes(of: trace), as: UTF8.self)
        #expect(text.contains(thinning.sentence))
        let blocks = text.components(separatedBy: #""cat":"block""#).count - 1
        #expect(thinning.hasAllBlocks == (most == 3_000))
        #expect((blocks == 501) == thinning.hasAllBlocks)
    }

    @Test func `Of many missed frames some stay from all of the time, and it is said`() throws {
        var result = result()
        result.topologies[0].repetitions[0].record.frames = (0..<1_000).map { number in
            let due = SmallResult.milliseconds(100) + Int64(number) * 16_666_667
            return FrameRecord(due: due, finished: due + 20_000_000)
        }
        let whole = RunTrace(of: result)
        #expect(whole.thinning == nil)
        func missed(_ trace: RunTrace) throws -> [Double] {
            let bytes = Data(TraceEventFile.bytes(of: trace))
            let object = try JSONSerialization.jsonObject(with: bytes) as? [String: Any]
            let events = object?["traceEvents"] as? [[String: Any]] ?? []
            return events.filter { $0["name"] as? String == "frame missed" }
                .compactMap { $0["ts"] as? Double }
        }
        #expect(try missed(whole).count == 1_000)
        let trace = RunTrace(of: result, most: 500)
        let kept = try missed(trace)
        #expect(kept.count > 50 && kept.count <= 100)
        #expect(try kept.last! > missed(whole)[980])
        let sentence = try #require(trace.thinning?.sentence)
        #expect(sentence.hasSuffix("frames missed and checkpoints are left out, in equal steps"))
        #expect(trace.thinning?.omitted == 0)
    }

    @Test func `A topology that failed is named, and a run of none is empty`() {
        var result = result()
        result.topologies[0].failure = RunFailure(kind: .stuck, message: "it stands")
        let trace = RunTrace(of: result)
        #expect(trace.isEmpty && trace.missing == ["private-writer:flush=5s"])
    }
}
