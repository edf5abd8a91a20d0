import Figures
import Results
import Testing

private func near(_ left: Double?, _ right: Double) -> Bool {
    guard let left else { return false }
    return abs(left - right) <= 1e-6 * max(1, abs(right))
}

struct `The figures of loss` {
    //   ms        0    100   200        600        1000        1500
    //   phase     ├─────────────── work ────────────┤
    //   note      edited 90, saved 100 ─────┤ committed 600           1 edit
    //   batch            edited 150, saved 200 ──────────────▶ 1500   10 edits
    //   at risk        1     11          10                  (10)
    private func twoRoles() -> [Figure] {
        var run = SampleRecord()
        run.phase("work", 0, 1000)
        run.edit(1, role: "ui", phase: "work", count: 1, edited: 90, saved: 100, committed: 600)
        run.edit(
            2, role: "importer", phase: "work", count: 10, edited: 150, saved: 200,
            committed: 1500)
        return FigureBuilder.figures(of: run.record)
    }

    @Test func `Exposure is the edits at risk, averaged over the phase`() {
        let figures = twoRoles()
        // (1 × 500 + 10 × 800) / 1000
        #expect(near(figures.value("loss.kill.exposure", "work"), 8.5))
        #expect(near(figures.value("loss.kill.exposure", "work", role: "ui"), 0.5))
        #expect(near(figures.value("loss.kill.exposure", "work", role: "importer"), 8))
    }

    @Test func `Quantiles are by time, and the maximum is the worst instant`() {
        let figures = twoRoles()
        // 0 for 100 ms, 1 for 100 ms, 10 for 400 ms, 11 for 400 ms.
        #expect(figures.value("loss.kill.p50", "work") == 10)
        #expect(figures.value("loss.kill.p95", "work") == 11)
        #expect(figures.value("loss.kill.max", "work") == 11)
        #expect(near(figures.value("loss.kill.share_at_risk", "work"), 90))
        #expect(near(figures.value("loss.kill.longest_window", "work"), 0.8))
    }

    @Test func `Dirty edits are those that the app knows are not saved`() {
        let figures = twoRoles()
        // 1 × 10 ms and 10 × 50 ms
        #expect(near(figures.value("loss.dirty.exposure", "work"), 0.51))
        #expect(figures.value("loss.dirty.max", "work") == 10)
    }

    @Test func `What is committed before it is believed saved is never at risk`() {
        var run = SampleRecord()
        run.phase("work", 0, 1000)
        run.edit(1, phase: "work", count: 3, edited: 100, saved: 220, committed: 200)
        let figures = FigureBuilder.figures(of: run.record)
        #expect(figures.value("loss.kill.max", "work") == 0)
        #expect(figures.value("loss.kill.exposure", "work") == 0)
        #expect(near(figures.value("loss.dirty.exposure", "work"), 0.3))
    }

    @Test func `An edit that is never committed stays at risk to the end`() {
        var run = SampleRecord()
        run.phase("work", 0, 1000)
        run.phase("rest", 1000, 2000)
        run.edit(1, phase: "work", count: 4, edited: 400, saved: 500, committed: nil)
        let figures = FigureBuilder.figures(of: run.record)
        #expect(near(figures.value("loss.kill.exposure", "work"), 2))
        #expect(near(figures.value("loss.kill.exposure", "rest"), 4))
        #expect(near(figures.value("loss.kill.longest_window", "rest"), 1.5))
        #expect(near(figures.value("loss.kill.longest_window", "all"), 1.5))
    }

    @Test func `A role without edits to lose has no figure in a phase`() {
        var run = SampleRecord()
        run.phase("idle", 0, 1000)
        run.phase("import", 1000, 2000)
        run.edit(1, role: "ui", phase: "idle", count: 1, edited: 10, saved: 20, committed: 20)
        run.edit(
            2, role: "importer", phase: "import", count: 9, edited: 1100, saved: 1200,
            committed: 1200)
        let figures = FigureBuilder.figures(of: run.record)
        #expect(figures.value("loss.kill.max", "idle", role: "importer") == nil)
        #expect(figures.value("loss.kill.max", "idle", role: "ui") == 0)
        #expect(figures.value("loss.kill.max", "import", role: "ui") == nil)
        #expect(figures.value("loss.kill.max", "all", role: "ui") == 0)
    }

    //   ms        0    100         400  500       1000        1500
    //   phase     ├───────── work ───────────────────┤├─── rest ──▶
    //   note      saved 100 ──────┤ writer's save fails 400          2 edits
    //   batch     saved 100 ──────────────────────────────┤ 1500     5 edits
    @Test func `A save that fails silently counts in its phase, where a role can have it`() {
        var run = SampleRecord()
        run.phase("work", 0, 1000)
        run.phase("rest", 1000, 2000)
        for (index, role, count, failed) in [(1, "ui", 2, 400.0), (2, "importer", 5, 1500)] {
            run.edit(
                index, role: role, phase: "work", count: count, edited: 90, saved: 100,
                committed: nil)
            run.record.edits[index - 1].silentlyFailed = SampleRecord.ms(failed)
        }
        func value(_ phase: String, _ role: String, _ roles: [String]?) -> Double? {
            run.record.silentRoles = roles
            return FigureBuilder.figures(of: run.record).value(
                "loss.silent.total", phase, role: role)
        }
        #expect(value("work", "", ["ui", "importer"]) == 2)
        #expect(value("rest", "", ["ui", "importer"]) == 5)
        #expect(value("all", "", ["ui", "importer"]) == 7)
        #expect(value("rest", "ui", ["ui", "importer"]) == 0)
        #expect(value("work", "", ["ui"]) == 2)
        #expect(value("work", "importer", ["ui"]) == nil)
        #expect(value("all", "", []) == nil)
        #expect(value("all", "", nil) == nil)
    }
}
