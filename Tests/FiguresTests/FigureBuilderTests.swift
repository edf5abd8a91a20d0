import Figures
import Results
import Testing

/// Whether two numbers are equal up to the rounding of binary fractions.
private func near(_ left: Double?, _ right: Double) -> Bool {
    guard let left else { return false }
    return abs(left - right) <= 1e-6 * max(1, abs(right))
}

struct `The figures of a run` {
    //   ms    0        100       200            700      1000       1600  2000
    //   phase ├────────────── work ──────────────────────┤├─── rest ────────┤
    //   main     ├─────┤          ├─────────────────────────────┤
    //           50    150        400                           1400
    //   cpu       80                       600
    //   delay      5                       100
    private func twoPhases() -> [Figure] {
        var run = SampleRecord()
        run.phase("work", 0, 1000)
        run.phase("rest", 1000, 2000)
        run.stretch(50, 150, cpu: 80, runDelay: 5)
        run.stretch(400, 1400, cpu: 600, runDelay: 100)
        return FigureBuilder.figures(of: run.record)
    }

    @Test func `Sums are cut at a phase's ends, by the share of wall time inside`() {
        let figures = twoPhases()
        // work: 100 of 100 ms, and 600 of 1000 ms of the long stretch.
        #expect(near(figures.value("main.busy.total", "work"), 80 + 360))
        #expect(near(figures.value("main.preempted.total", "work"), 5 + 60))
        #expect(near(figures.value("main.blocked.total", "work"), 700 - 440 - 65))
        #expect(near(figures.value("main.busy.share", "work"), 44))
        #expect(near(figures.value("main.busy.total", "rest"), 240))
        #expect(near(figures.value("main.busy.total", "all"), 680))
    }

    //   ms    0     100          400   500  600         1000    1200
    //   phase ├─────────────── work ──────────────────────┤├─ rest ─┤
    //   main  ├── save ─┬─ fetch ─┬ own ┤    ├──────── save ────────┤
    //         0       100 nested 300   500   800                1200
    @Test func `The main queue's time is split by cause, each span by its own part`() {
        var run = SampleRecord()
        run.phase("work", 0, 1000)
        run.phase("rest", 1000, 2000)
        run.stretch(0, 500, cpu: 500)
        run.stretch(800, 1200, cpu: 400)
        run.stretch(600, 700, cpu: 100, label: "display")
        let ms = SampleRecord.ms
        run.record.stretches[0].blocks[0].spans = [
            SpanRecord(cause: "save", began: 0, ended: ms(400), depth: 0, own: ms(200)),
            SpanRecord(cause: "fetch", began: ms(100), ended: ms(300), depth: 1, own: ms(200)),
        ]
        run.record.stretches[1].blocks[0].spans = [
            SpanRecord(cause: "save", began: ms(800), ended: ms(1200), depth: 0, own: ms(400))
        ]
        run.record.stretches[2].blocks[0].spans = [
            SpanRecord(cause: "display", began: ms(600), ended: ms(700), depth: 0, own: ms(100))
        ]
        let figures = FigureBuilder.figures(of: run.record)
        #expect(near(figures.value("main.cause.save.total", "work"), 200 + 200))
        #expect(near(figures.value("main.cause.fetch.total", "work"), 200))
        #expect(near(figures.value("main.cause.execute.total", "work"), 100))
        #expect(near(figures.value("main.cause.save.total", "rest"), 200))
        #expect(figures.value("main.cause.fetch.total", "rest") == nil)
        #expect(figures.value("main.cause.display.total", "work") == nil)
    }

    @Test func `The longest stall is whole in every phase that it touches`() {
        let figures = twoPhases()
        for phase in ["work", "rest", "all"] {
            #expect(near(figures.value("main.stall.max", phase), 1000))
            #expect(near(figures.value("main.delay.max", phase), 1000))
        }
        #expect(figures.value("main.stall.count", "work") == 2)
        #expect(figures.value("main.stall.count", "rest") == 1)
        #expect(figures.value("main.stall.count", "all") == 2)
    }

    @Test func `The delay's mean and quantiles follow their formula`() {
        let figures = twoPhases()
        // work: b = 100, 600 over T = 1000. E[D] = (100² + 600²) / 2000 = 185.
        #expect(near(figures.value("main.delay.mean", "work"), 185))
        // p50: max(0, 100 − x) + max(0, 600 − x) ≤ 500 at x = 100.
        #expect(near(figures.value("main.delay.p50", "work"), 100))
        // p99: 600 − x ≤ 10 at x = 590.
        #expect(near(figures.value("main.delay.p99", "work"), 590))
        // all: the long stretch is whole. 1000 − x ≤ 20 at x = 980.
        #expect(near(figures.value("main.delay.p99", "all"), 980))
    }

    @Test func `Hangs and blocking time take Apple's and Chrome's thresholds`() {
        let figures = twoPhases()
        #expect(near(figures.value("main.hang_rate.total", "work"), 3600 * 0.6))
        #expect(figures.value("main.hangs.count", "work") == 1)
        #expect(figures.value("main.micro_hangs.count", "work") == 0)
        #expect(figures.value("main.micro_hangs.count", "rest") == 1)
        #expect(near(figures.value("main.blocking_time.total", "work"), 50 + 550))
    }

    @Test func `What display draws delays others but is not busy time`() {
        var run = SampleRecord()
        run.phase("idle", 0, 1000)
        run.stretch(0, 100, cpu: 100, label: "display")
        run.stretch(500, 510, cpu: 10)
        let figures = FigureBuilder.figures(of: run.record)
        #expect(near(figures.value("main.busy.total", "idle"), 10))
        #expect(near(figures.value("main.blocked.total", "idle"), 0))
        #expect(near(figures.value("main.delay.mean", "idle"), (10_000 + 100) / 2000))
        #expect(near(figures.value("main.stall.max", "idle"), 100))
    }

    @Test func `Unmeasured phases have no figures, and all is without them`() {
        var run = SampleRecord()
        run.phase("preload", 0, 1000, measured: false)
        run.phase("work", 1000, 2000)
        run.phase("pause", 2000, 2500, measured: false)
        run.phase("rest", 2500, 3500)
        run.stretch(100, 900, cpu: 800)
        run.stretch(2100, 2400, cpu: 300)
        run.stretch(2900, 3000, cpu: 100)
        let figures = FigureBuilder.figures(of: run.record)
        #expect(Set(figures.map(\.phase)) == ["work", "rest", "all"])
        #expect(near(figures.value("main.busy.total", "all"), 100))
        #expect(near(figures.value("main.busy.share", "all"), 5))
    }

    //   vsync  0        16.67      33.33      50       66.67     ms, 60 Hz
    //   frame  ├draw─┤  due ······ stall ·····├draw┤
    //                                             shown at 66.67, expected at 33.33
    @Test func `A frame behind a stall is late by whole vsyncs, and its stall counts once`() {
        let vsync = 1000.0 / 60
        var run = SampleRecord()
        run.phase("scroll", 0, 1000)
        run.frame(due: 0, finished: 1)
        run.frame(due: vsync, finished: 51)
        run.frame(due: 4 * vsync, finished: 4 * vsync + 1)
        run.frame(due: 5 * vsync, finished: 5 * vsync + 1)
        let figures = FigureBuilder.figures(of: run.record)
        let ratio = figures.value("main.hitch_ratio.60.total", "scroll")
        #expect(abs((ratio ?? 0) - 2 * vsync) < 0.001)
        #expect(figures.value("main.hitch_ratio.120.total", "scroll") == 0)
    }

    @Test func `Without a display there are no hitches, and without batches no import`() {
        var run = SampleRecord()
        run.phase("work", 0, 1000)
        run.stretch(0, 10, cpu: 10)
        let metrics = Set(FigureBuilder.figures(of: run.record).map(\.metric))
        #expect(!metrics.contains { $0.hasPrefix("main.hitch_ratio") })
        #expect(!metrics.contains { $0.hasPrefix("import.") || $0.hasPrefix("operation.") })
        #expect(!metrics.contains { $0.hasPrefix("loss.") || $0.hasPrefix("store.") })
        #expect(!metrics.contains("ui.freshness"))
    }

    @Test func `Counted work is summed over phases, and its part on the main thread stands apart`()
    {
        var run = SampleRecord()
        run.phase("a", 0, 1000)
        run.phase("b", 1000, 2000)
        run.record.work = [
            WorkRecord(phase: "a", kind: "rows_bound", total: 40, onMain: 4),
            WorkRecord(phase: "b", kind: "rows_bound", total: 2, onMain: 0),
        ]
        let figures = FigureBuilder.figures(of: run.record)
        #expect(figures.value("work.rows_bound.total", "all") == 42)
        #expect(figures.value("main.work.rows_bound.total", "all") == 4)
        #expect(figures.value("work.rows_bound.total", "b") == 2)
        #expect(figures.value("main.work.rows_bound.total", "b") == 0)
        // A file that is older has none.
        run.record.work = nil
        #expect(FigureBuilder.figures(of: run.record).value("work.rows_bound.total", "all") == nil)
    }

    @Test func `A quantile that the sample is too small for is absent`() {
        var run = SampleRecord()
        run.phase("work", 0, 1000)
        for index in 0..<20 {
            run.operation(
                index, "search", phase: "work", due: 0, ended: Double(index + 1), rows: 3)
        }
        let figures = FigureBuilder.figures(of: run.record)
        #expect(near(figures.value("operation.search.p50", "work", role: "ui"), 10))
        #expect(near(figures.value("operation.search.p95", "work", role: "ui"), 19))
        #expect(figures.value("operation.search.p99", "work", role: "ui") == nil)
        #expect(near(figures.value("operation.search.max", "work", role: "ui"), 20))
        #expect(figures.value("operation.search.rows", "work", role: "ui") == 60)
        #expect(figures.value("operation.search.count", "work", role: "ui") == 20)
    }

    @Test func `An import lasts from the first batch due to the last one committed`() {
        var run = SampleRecord()
        run.phase("import", 0, 1000)
        for (index, committed) in [300.0, 2100].enumerated() {
            run.operation(
                index, "import-batch", role: "importer", phase: "import", due: 100 + Double(index),
                ended: 200, edits: 500)
            run.edit(
                index, role: "importer", phase: "import", count: 500, edited: 150, saved: 180,
                committed: committed)
        }
        let figures = FigureBuilder.figures(of: run.record)
        #expect(near(figures.value("import.duration.total", "import", role: "importer"), 2))
        #expect(near(figures.value("import.rate.total", "import", role: "importer"), 500))
    }

    @Test func `Batches that are due at a pace have lateness and utilisation, and no rate`() {
        var run = SampleRecord()
        run.phase("import", 0, 1000)
        for (index, times) in [(100.0, 100.0, 150.0), (200, 230, 300)].enumerated() {
            run.operation(
                index, "import-batch", role: "importer", phase: "import", due: times.0,
                ended: times.2, edits: 500)
            run.record.operations[index].began = SampleRecord.ms(times.1)
            run.edit(
                index, role: "importer", phase: "import", count: 500, edited: times.1,
                saved: times.2, committed: times.2)
        }
        run.record.isImportPaced = true
        let figures = FigureBuilder.figures(of: run.record)
        #expect(figures.value("import.rate.total", "import", role: "importer") == nil)
        #expect(near(figures.value("import.lateness.max", "import", role: "importer"), 30))
        #expect(near(figures.value("import.lateness.p50", "import", role: "importer"), 0))
        // 50 + 70 ms of the 200 ms from the first due to the last done.
        #expect(near(figures.value("import.utilisation.share", "import", role: "importer"), 60))
        #expect(figures.value("import.duration.total", "import", role: "importer") != nil)
    }

    @Test
    func `An import with a second pass lasts until that is committed, and counts objects once`() {
        var run = SampleRecord()
        run.phase("import", 0, 3000)
        for (index, kind) in ["import-batch", "link-batch"].enumerated() {
            run.operation(
                index, kind, role: "importer", phase: "import", due: 100 + Double(index) * 1000,
                ended: 1000 + Double(index) * 1000, edits: 800)
            run.edit(
                index, role: "importer", phase: "import", count: 800, edited: 150, saved: 180,
                committed: 1000 + Double(index) * 1100)
        }
        let figures = FigureBuilder.figures(of: run.record)
        #expect(near(figures.value("import.duration.total", "import", role: "importer"), 2))
        #expect(near(figures.value("import.rate.total", "import", role: "importer"), 400))
    }
}

struct `The figures over repetitions` {
    private func figure(_ value: Double, statistic: String = "p99") -> Figure {
        Figure(
            metric: "main.delay", statistic: statistic, value: value, unit: "ms", better: .lower,
            phase: "import", count: 40)
    }

    @Test func `Each is the median, with the smallest and the largest below six`() {
        let summary = FigureSummary.figures(over: [[figure(3)], [figure(1)], [figure(7)]])
        #expect(summary.count == 1)
        #expect(summary[0].value == 3)
        #expect(summary[0].low == 1)
        #expect(summary[0].high == 7)
        #expect(summary[0].count == 3)
    }

    @Test func `A repetition that lacks a figure adds nothing to it`() {
        let summary = FigureSummary.figures(over: [
            [figure(3)], [figure(1), figure(9, statistic: "max")],
        ])
        #expect(summary.map(\.statistic) == ["p99", "max"])
        #expect(summary.map(\.count) == [2, 1])
    }

    //   ms      0 ─ work ─ 100 │ will terminate        deadline 120
    //   op 1    saved, committed at 50
    //   op 2    saved, committed at 110
    //   op 3    saved, committed at 130      late
    //   op 4    edited, in no store          late
    @Test func `What was not committed at the deadline of a termination is lost`() {
        var run = SampleRecord()
        run.phase("work", 0, 100)
        run.edit(1, phase: "work", count: 1, edited: 10, saved: 20, committed: 50)
        run.edit(2, phase: "work", count: 2, edited: 10, saved: 20, committed: 110)
        run.edit(3, phase: "work", count: 4, edited: 10, saved: 20, committed: 130)
        run.edit(4, phase: "work", count: 8, edited: 10, saved: nil, committed: nil)
        #expect(FigureBuilder.figures(of: run.record).value("loss.termination.total", "all") == nil)
        run.record.terminationBegan = SampleRecord.ms(100)
        run.record.terminationDeadline = SampleRecord.ms(120)
        let figures = FigureBuilder.figures(of: run.record)
        #expect(figures.value("loss.termination.total", "all") == 12)
        #expect(near(figures.value("termination.duration.total", "all"), 30))
        #expect(figures.value("loss.termination.total", "work") == nil)
    }

    @Test func `Refused operations are counted where a server competes, and nowhere else`() {
        var run = SampleRecord()
        run.phase("storm", 0, 100)
        for index in 0..<4 {
            run.operation(index, "edit", phase: "storm", due: 10, ended: 20)
        }
        run.operation(4, "search", phase: "storm", due: 10, ended: 20)
        let alone = FigureBuilder.figures(of: run.record)
        #expect(alone.value("operation.edit.refused", "storm", role: "ui") == nil)
        run.record.refused = [1, 3]
        let figures = FigureBuilder.figures(of: run.record)
        #expect(figures.value("operation.edit.refused", "storm", role: "ui") == 2)
        #expect(figures.value("operation.search.refused", "storm", role: "ui") == nil)
    }

    @Test func `A list's changes are of the whole run`() {
        var run = SampleRecord()
        run.phase("work", 0, 100)
        #expect(
            FigureBuilder.figures(of: run.record).value("list.changes.rows", "all", role: "ui")
                == nil)
        run.record.listUpdates = 3
        run.record.listRows = 70
        let figures = FigureBuilder.figures(of: run.record)
        #expect(figures.value("list.changes.count", "all", role: "ui") == 3)
        #expect(figures.value("list.changes.rows", "all", role: "ui") == 70)
    }
}
