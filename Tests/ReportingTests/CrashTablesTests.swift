import Reporting
import Results
import Testing

struct `Tables of crashes` {
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private func lines(_ bytes: [UInt8]) -> [String] {
        text(bytes).split(separator: "\n").map(String.init)
    }

    @Test
    func `crashes.csv has a row for each model and kill, and marks those on the real clock`() {
        #expect(
            text(ExplorationTable.bytes(of: SmallCrash.make())) == """
                schema,workload,workload_digest,seed,topology,variant,mode,batch,control,kind,\
                model,states,images,checks,violations,upper_bound_95,commits,operations,syncs,at,\
                edits_made,edits_saved,edits_committed,edits_recovered,edits_lost,\
                edits_dirty_lost,verdict,detail,mark
                1,tiny,d1g357,42,private-writer,private-writer:flush=5s,wal/normal,,,\
                explored,K0,30,20,0,0,,1,30,2,,,,,,,,,,
                1,tiny,d1g357,42,private-writer,private-writer:flush=5s,wal/normal,,,\
                explored,P3,200,80,5,0,0.015,1,30,2,,,,,,,,,,
                1,tiny,d1g357,42,private-writer,private-writer:flush=5s,wal/normal,,,\
                exact-kill,K0,,,,,,,,,before operation 3,,,,,,,predicted,aa01,
                1,tiny,d1g357,42,private-writer,private-writer:flush=5s,wal/normal,,,\
                exact-kill,K0,,,,,,,,,after operation 9,,,,,,,violation,bb02,
                1,tiny,d1g357,42,private-writer,private-writer:flush=5s,wal/normal,,,\
                kill,random,,,,,,,,,130.25,4,3,0,0,3,1,predicted,,real

                """)
    }

    @Test
    func `A violation's row has its address, its message and its cause`() throws {
        var result = SampleCrash.make(["siblings"], ["wal/full"])
        SampleCrash.violated(&result.configurations[0], control: "no-wal-sync")
        let rows = lines(ExplorationTable.bytes(of: result)).filter { $0.contains(",violation,") }
        #expect(rows.count == 2)
        #expect(rows[0].contains(",no-wal-sync,violation,P3,"))
        #expect(
            rows[0].hasSuffix(
                ",P3/682/17,,,,,,,violation,\"commit 7, though 9 was promised to stay; "
                    + "write 412 stayed, write 398 was lost\","))
    }

    @Test
    func `Two runs of one seed differ in nothing but the rows of real kills`() {
        let first = SampleCrash.make()
        var second = first
        second.head.run = "another"
        second.head.started = "2031-05-06T07:08:09Z"
        second.head.commit = "fedcba"
        second.head.host.processor = "Another Processor"
        second.head.host.system = "Linux 9"
        for index in second.configurations.indices {
            second.configurations[index].kills[0].at += 1
            second.configurations[index].kills.removeLast()
        }
        func unmarked(_ result: CrashResult) -> [String] {
            lines(ExplorationTable.bytes(of: result)).filter { !$0.hasSuffix(",real") }
        }
        #expect(unmarked(first) == unmarked(second))
        #expect(unmarked(first).count == 1 + 8 * 7)
        #expect(ExplorationTable.bytes(of: first) != ExplorationTable.bytes(of: second))
        #expect(CrashLossTable.bytes(of: first) == CrashLossTable.bytes(of: second))
    }

    @Test
    func `loss.csv has what a kill, and what a loss of power takes, at every change`() {
        let rows = lines(CrashLossTable.bytes(of: SmallCrash.make()))
        #expect(
            rows[0] == """
                schema,workload,workload_digest,seed,topology,variant,mode,batch,control,phase,\
                role,time_ms,at_risk_kill,at_risk_power,dirty,mark
                """)
        let head = "1,tiny,d1g357,42,private-writer,private-writer:flush=5s,wal/normal,,,"
        #expect(rows.dropFirst().allSatisfy { $0.hasPrefix(head) })
        #expect(
            rows.dropFirst().map { $0.dropFirst(head.count) } == [
                "preload,,0,0,0,0,",
                "import,,110,0,0,3,",
                "import,,120,3,3,0,",
                "import,,150,3,3,1,",
                "import,,220,0,3,1,",
                "import,,250,0,0,1,",
                "preload,importer,0,0,0,0,",
                "import,importer,110,0,0,3,",
                "import,importer,120,3,3,0,",
                "import,importer,220,0,3,0,",
                "import,importer,250,0,0,0,",
                "preload,ui,0,0,0,0,",
                "import,ui,150,0,0,1,",
            ])
    }

    @Test
    func `An interrupted result marks its rows, and what did not run has none`() {
        var result = SampleCrash.make(["siblings"], ["wal/full"])
        result.head.isInterrupted = true
        result.configurations.append(
            CrashConfiguration(
                topology: "single-main", variant: "single-main", promise: "", mode: "wal/full"))
        let rows = lines(ExplorationTable.bytes(of: result)).dropFirst()
        #expect(rows.count == 6 + 1 + 2)
        #expect(rows.allSatisfy { $0.hasSuffix(",interrupted") || $0.hasSuffix(",real") })
        let losses = lines(CrashLossTable.bytes(of: result)).dropFirst()
        #expect(!losses.isEmpty && losses.allSatisfy { $0.hasSuffix(",interrupted") })
    }

    @Test
    func `A configuration that failed says so, without words that differ from run to run`() {
        var result = SampleCrash.make(["siblings"], ["wal/full"])
        result.configurations.append(SampleCrash.trapped("single-main", "wal/full"))
        let row = lines(ExplorationTable.bytes(of: result)).last
        #expect(row?.contains(",single-main,single-main,wal/full,,,failure,") == true)
        #expect(row?.hasSuffix(",trapped,,") == true)
        #expect(!text(CrashLossTable.bytes(of: result)).contains("single-main"))
    }
}
