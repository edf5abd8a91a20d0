import Execution
import Probes
import Results
import Testing

/// Readings and instants here are in microseconds, so that the drawings can be read.
private func at(_ microseconds: Int64) -> Instant { Instant(nanoseconds: microseconds * 1000) }

private func cpu(_ microseconds: Int64) -> Int64 { microseconds * 1000 }

private func reading(cpu: Int64, delay: Int64 = 0) -> ThreadReading {
    ThreadReading(cpu: cpu * 1000, runDelay: delay * 1000)
}

struct `The log of main-queue blocks` {
    //   µs     0        100  110       300            900     950
    //          ├─block 1──┤  ├─block 2─┤   (idle)     ├─block─┤
    //   cpu    7         57            167            300     340
    //   delay  0         40            100            190     (not read: 50 µs of wall, 40 of CPU)
    private func twoStretches() -> BlockLog {
        var log = BlockLog(blocks: 4, spans: 4)
        log.blockBegan(at: at(0), reading: reading(cpu: 7))
        log.blockEnded(at: at(100), cpu: cpu(57), runDelay: cpu(40), isIdle: false)
        log.blockBegan(at: at(110), reading: nil)
        log.blockEnded(at: at(300), cpu: cpu(167), runDelay: cpu(100), isIdle: true)
        log.blockBegan(at: at(900), reading: reading(cpu: 300, delay: 190))
        log.blockEnded(at: at(950), cpu: cpu(340), runDelay: cpu(999), isIdle: true)
        return log
    }

    @Test func `A stretch lasts until the queue is idle, whatever the gaps between its blocks`() {
        let stretches = twoStretches().stretches()
        #expect(stretches.map(\.began) == [0, 900_000])
        #expect(stretches.map(\.ended) == [300_000, 950_000])
        #expect(stretches.map(\.blocks.count) == [2, 1])
    }

    @Test func `One block's end is the next one's start for the processor's time`() {
        let stretches = twoStretches().stretches()
        #expect(stretches[0].blocks.map(\.cpu) == [50_000, 110_000])
        #expect(stretches[0].blocks.map(\.runDelay) == [40_000, 60_000])
        #expect(stretches[0].cpu == 160_000)
        #expect(stretches[0].runDelay == 100_000)
    }

    @Test func `Time without a core between two stretches belongs to neither`() {
        let last = twoStretches().stretches()[1]
        #expect(last.cpu == 40_000)
        #expect(last.runDelay == 0)
    }

    @Test func `Run delay is not asked for where the thread had its core all the time`() {
        var log = BlockLog(blocks: 4, spans: 4)
        log.blockBegan(at: at(0), reading: reading(cpu: 0))
        log.blockEnded(
            at: at(100), cpu: cpu(80), runDelay: { fatalError("read for nothing") }(),
            isIdle: false)
        // Run delay from before now shows in the next block during which the thread was off its
        // core.
        log.blockBegan(at: at(100), reading: nil)
        log.blockEnded(at: at(200), cpu: cpu(150), runDelay: cpu(30), isIdle: true)
        #expect(log.stretches()[0].blocks.map(\.runDelay) == [0, 30_000])
    }

    @Test func `A reading is asked for at a stretch's begin only`() {
        var log = BlockLog(blocks: 4, spans: 4)
        #expect(log.needsReading)
        log.blockBegan(at: at(0), reading: reading(cpu: 0))
        log.blockEnded(at: at(1), cpu: cpu(1), runDelay: 0, isIdle: false)
        #expect(!log.needsReading)
        log.blockBegan(at: at(2), reading: nil)
        log.blockEnded(at: at(3), cpu: cpu(2), runDelay: 0, isIdle: true)
        #expect(log.needsReading)
    }

    //   µs   0    10        40   50   70      90  100
    //        ├─────────────block──────────────────┤
    //             ├──────save───────────────┤
    //                  ├push┤   ├─notify─┤
    //                 (20..40)   (50..70)
    @Test func `A span's own time is its wall time less that of the spans inside`() {
        var log = BlockLog(blocks: 1, spans: 1)
        log.blockBegan(at: at(0), reading: reading(cpu: 0))
        log.spanBegan(.save, at: at(10))
        log.spanBegan(.pushToParent, at: at(20))
        log.spanEnded(at: at(40))
        log.spanBegan(.notify, at: at(50))
        log.spanEnded(at: at(70))
        log.spanEnded(at: at(90))
        log.blockEnded(at: at(100), cpu: cpu(100), runDelay: 0, isIdle: true)
        let spans = log.stretches()[0].blocks[0].spans
        #expect(spans.map(\.cause) == ["save", "push-to-parent", "notify"])
        #expect(spans.map(\.depth) == [0, 1, 1])
        #expect(spans.map(\.own) == [40_000, 20_000, 20_000])
        #expect(spans.map { $0.ended - $0.began } == [80_000, 20_000, 20_000])
    }

    @Test func `Inner time counts once, at the level directly above`() {
        var log = BlockLog(blocks: 1, spans: 1)
        log.blockBegan(at: at(0), reading: reading(cpu: 0))
        log.spanBegan(.save, at: at(0))
        log.spanBegan(.pushToParent, at: at(10))
        log.spanBegan(.waitForContext, at: at(20))
        log.spanEnded(at: at(50))
        log.spanEnded(at: at(60))
        log.spanEnded(at: at(100))
        log.blockEnded(at: at(100), cpu: cpu(70), runDelay: 0, isIdle: true)
        let spans = log.stretches()[0].blocks[0].spans
        #expect(spans.map(\.own) == [50_000, 20_000, 30_000])
        #expect(spans.map(\.own).reduce(0, +) == 100_000)
    }

    @Test func `Spans outside of blocks leave no trace`() {
        var log = BlockLog(blocks: 1, spans: 1)
        log.spanBegan(.fetch, at: at(0))
        log.spanEnded(at: at(5))
        #expect(log.spanCount == 0)
    }

    @Test func `The first operation that claims a block keeps it`() {
        var log = BlockLog(blocks: 1, spans: 1)
        log.blockBegan(at: at(0), reading: reading(cpu: 0))
        log.setOperation(4)
        log.setOperation(5)
        log.blockEnded(at: at(1), cpu: cpu(1), runDelay: 0, isIdle: true)
        log.setOperation(6)
        #expect(log.stretches()[0].blocks[0].operation == 4)
    }

    @Test(arguments: [
        (Cause.display, "display"), (.merge, "merge"), (.save, "flush"), (.fetch, "other"),
    ])
    func `A block without an operation is called after its spans`(cause: Cause, label: String) {
        var log = BlockLog(blocks: 1, spans: 1)
        log.blockBegan(at: at(0), reading: reading(cpu: 0))
        log.spanBegan(cause, at: at(1))
        log.spanEnded(at: at(2))
        log.blockEnded(at: at(3), cpu: cpu(1), runDelay: 0, isIdle: true)
        #expect(log.stretches()[0].blocks[0].label == label)
    }

    @Test func `A block that runs when recording stops is left out, and its stretch ends before`() {
        var log = BlockLog(blocks: 1, spans: 1)
        log.blockBegan(at: at(0), reading: reading(cpu: 0))
        log.blockEnded(at: at(1), cpu: cpu(1), runDelay: 0, isIdle: false)
        log.blockBegan(at: at(2), reading: nil)
        let stretches = log.stretches()
        #expect(stretches.map(\.ended) == [1_000])
    }
}
