import Reporting
import Results
import Testing

struct `Tables` {
    private func lines(_ bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test
    func `results.csv has the columns that programs know and a row for each figure`() {
        let text = String(decoding: ResultsTable.bytes(of: SmallResult.make()), as: UTF8.self)
        #expect(
            text == """
                schema,run,commit,build,workload,workload_digest,topology,variant,mode,device,seed,\
                repetition,phase,role,metric,stat,value,unit,better,n,low,high,mark
                1,r1,abc1234,debug,tiny,d1g357,private-writer,private-writer:flush=5s,measured,\
                host,42,,import,,main.delay,p99,28.5,ms,lower,2,27.25,30,disturbed
                1,r1,abc1234,debug,tiny,d1g357,private-writer,private-writer:flush=5s,measured,\
                host,42,,import,importer,loss.kill,max,3,edits,lower,4,,,disturbed
                1,r1,abc1234,debug,tiny,d1g357,private-writer,private-writer:flush=5s,measured,\
                host,42,1,import,,main.delay,p99,28.5,ms,lower,2,,,disturbed

                """)
    }

    @Test
    func `stretches.csv tells each stretch from the run's begin, with its cause`() {
        let text = String(decoding: StretchesTable.bytes(of: SmallResult.make()), as: UTF8.self)
        // The cause of the first is merge with 10 ms: save has 14 ms, but 5 of them are the push's.
        #expect(
            text == """
                schema,run,workload,workload_digest,topology,variant,repetition,phase,began_ms,\
                wall_ms,cpu_ms,run_delay_ms,blocked_ms,cause,cause_ms,operation,kind,role,blocks,\
                mark
                1,r1,tiny,d1g357,private-writer,private-writer:flush=5s,1,import,100,30,25,1,4,\
                merge,10,7,import-batch,importer,2,disturbed
                1,r1,tiny,d1g357,private-writer,private-writer:flush=5s,1,import,200,12.5,\
                12.500001,0,0,execute,12.5,,display,,1,disturbed

                """)
    }

    @Test
    func `An instant minutes after the begin is as sharp as one in the first second`() throws {
        var result = SmallResult.make()
        let late: Int64 = 123_000_000_001
        var record = result.topologies[0].repetitions[0].record
        record.phases[record.phases.count - 1].ended += late
        record.stretches[1].began += late
        record.stretches[1].ended += late
        result.topologies[0].repetitions[0].record = record
        let text = String(decoding: StretchesTable.bytes(of: result), as: UTF8.self)
        #expect(text.contains(",123200.000001,12.5,"), "\(text)")
    }

    @Test
    func `loss.csv has a row whenever a count changes, for all roles and for each`() {
        let rows = lines(LossTable.bytes(of: SmallResult.make())).dropFirst().map {
            $0.split(separator: ",", omittingEmptySubsequences: false).dropFirst(7)
                .joined(separator: ",")
        }
        #expect(
            rows == [
                "preload,,0,0,,0,disturbed",
                "import,,110,0,,3,disturbed",
                "import,,120,3,,0,disturbed",
                "import,,150,3,,1,disturbed",
                "import,,220,0,,1,disturbed",
                "preload,importer,0,0,,0,disturbed",
                "import,importer,110,0,,3,disturbed",
                "import,importer,120,3,,0,disturbed",
                "import,importer,220,0,,0,disturbed",
                "preload,ui,0,0,,0,disturbed",
                "import,ui,150,0,,1,disturbed",
            ])
    }

    @Test
    func `loss.csv has what a loss of power takes where somebody looked`() {
        var result = SmallResult.make()
        result.topologies[0].repetitions[0].record.knowsDurability = true
        result.topologies[0].repetitions[0].record.edits[0].durable = SmallResult.milliseconds(250)
        let rows = lines(LossTable.bytes(of: result))
        #expect(rows[0].hasSuffix(",time_ms,at_risk_kill,at_risk_power,dirty,mark"))
        #expect(
            rows[1...6].map { $0.split(separator: ",").suffix(5).joined(separator: ",") } == [
                "0,0,0,0,disturbed", "110,0,0,3,disturbed", "120,3,3,0,disturbed",
                "150,3,3,1,disturbed", "220,0,3,1,disturbed", "250,0,0,1,disturbed",
            ])
    }

    @Test
    func `crashes.csv has a row for each child that was killed`() {
        let text = String(decoding: CrashesTable.bytes(of: SmallResult.make()), as: UTF8.self)
        #expect(
            text == """
                schema,run,workload,workload_digest,topology,variant,crash,point,at_ms,occurrence,\
                edits_made,edits_saved,edits_committed,edits_recovered,edits_lost,edits_dirty_lost,\
                verdict,detail
                1,r1,tiny,d1g357,private-writer,private-writer:flush=5s,1,random,130.25,0,4,3,0,0,\
                3,1,predicted,

                """)
    }

    @Test
    func `A topology that failed has no timings in any table`() {
        var result = SmallResult.make()
        result.topologies[0].failure = RunFailure(kind: .outcomeDiffers, message: "City 7 is gone")
        #expect(lines(ResultsTable.bytes(of: result)).count == 1)
        #expect(lines(StretchesTable.bytes(of: result)).count == 1)
        #expect(lines(LossTable.bytes(of: result)).count == 1)
        #expect(lines(CrashesTable.bytes(of: result)).count == 2)
    }

    @Test
    func `An interrupted result marks the figures over its repetitions`() {
        var result = SmallResult.make()
        result.isInterrupted = true
        #expect(lines(ResultsTable.bytes(of: result))[1].hasSuffix(",interrupted"))
    }

    @Test
    func `Cells are quoted where RFC 4180 asks for it, and only there`() {
        var table = CSVTable(columns: ["a", "b"])
        table.append(["plain text", "comma, here"])
        table.append(["a \"quote\"", "two\nlines"])
        table.append(["", "Zürich"])
        #expect(
            String(decoding: table.bytes, as: UTF8.self)
                == "a,b\nplain text,\"comma, here\"\n\"a \"\"quote\"\"\",\"two\nlines\"\n,Zürich\n")
    }

    @Test(arguments: [
        (0.1 + 0.2, "0.3"), (1.0 / 3, "0.333333"), (0.000012345678, "0.0000123457"),
        (123_456.789, "123457"), (1234.5678, "1234.57"), (12_345_678, "12345678"),
        (-2.5, "-2.5"), (0, "0"), (-0.0, "0"), (1e15, "1000000000000000"), (999_999.7, "1000000"),
        (.nan, ""), (.infinity, ""),
    ])
    func `Numbers in files have six digits, a point and no exponent`(value: Double, text: String) {
        #expect(NumberText.exact(value) == text)
    }

    @Test(arguments: [
        (0.0, "0"), (0.0004, "<0.001"), (0.01234, "0.0123"), (3.14159, "3.14"), (28.0, "28"),
        (99.96, "100"), (1840.2, "1,840"), (1_234_567, "1,234,567"), (-12.34, "-12.3"),
    ])
    func `Numbers for people have three digits`(value: Double, text: String) {
        #expect(NumberText.short(value) == text)
    }
}
