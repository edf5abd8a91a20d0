import Foundation
import Statistics
import Testing

@Suite struct HitchesTests {
    /// A rate whose period is a round 10 ms keeps the arithmetic readable.
    private static let rate = 100.0

    private static func frame(_ due: Int64, _ finished: Int64) -> Hitches.Frame {
        .init(due: due * 1_000_000, finished: finished * 1_000_000)
    }

    private static func interval(_ began: Int64, _ ended: Int64) -> Interval {
        .init(began: began * 1_000_000, ended: ended * 1_000_000)
    }

    @Test func `A frame drawn before the next vsync is no hitch`() {
        let hitches = Hitches(
            frames: [Self.frame(0, 1), Self.frame(10, 20)], rate: Self.rate,
            over: Self.interval(0, 1000))
        #expect(hitches.totalMilliseconds == 0)
        #expect(hitches.lateCount == 0)
        #expect(hitches.frameCount == 2)
    }

    @Test func `A frame that misses its vsync is late by whole intervals`() {
        // Due at 0, expected at 10, done at 25 and so shown at 30: a hitch of 20 ms in 1 s.
        let hitches = Hitches(
            frames: [Self.frame(0, 25)], rate: Self.rate, over: Self.interval(0, 1000))
        #expect(abs(hitches.totalMilliseconds - 20) < 1e-9)
        #expect(abs(hitches.ratio - 20) < 1e-9)
        #expect(hitches.lateCount == 1)
    }

    @Test func `A vsync in whole nanoseconds makes no hitch by its rounding`() {
        // At 60 Hz the period is 16,666,666.67 ns; a timer ticks every 16,666,667.
        let frames = (0..<600).map { index -> Hitches.Frame in
            let due = Int64(index) * 16_666_667
            return .init(due: due, finished: due + 16_666_667)
        }
        let hitches = Hitches(
            frames: frames, rate: 60, over: Interval(began: 0, ended: 10_000_000_000))
        #expect(hitches.lateCount == 0)
    }

    @Test func `A stall counts once, and a frame behind another counts no time twice`() {
        // The first waits for a stall until 95, the second is drawn for 60 ms right behind it.
        let frames = [Self.frame(10, 95), Self.frame(100, 155), Self.frame(110, 215)]
        let hitches = Hitches(frames: frames, rate: Self.rate, over: Self.interval(0, 1000))
        // [20, 100) + [110, 160) + [120, 220) without their intersections: 80 + 110.
        #expect(abs(hitches.totalMilliseconds - 190) < 1e-6)
    }

    @Test func `The ratio never passes 1000 ms a second`() {
        let seed: UInt64 = 3
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            var frames: [Hitches.Frame] = []
            var due: Int64 = 0
            for _ in 0..<20 {
                let finished = due + Int64(random.below(200_000_000))
                frames.append(.init(due: due, finished: finished))
                due += 10_000_000 * Int64(1 + random.below(4))
            }
            let phase = Interval(began: 0, ended: due)
            let ratio = Hitches(frames: frames, rate: Self.rate, over: phase).ratio
            #expect(ratio <= 1000 + 1e-9, "seed \(seed)")
            #expect(ratio >= 0, "seed \(seed)")
        }
    }

    @Test func `An idle main queue shows every frame of another rate in time`() {
        let phase = Interval(began: 0, ended: 1_000_000_000)
        let frames = Hitches.frames(rate: 120, stretches: [], in: phase)
        #expect(frames.count == 120)
        #expect(Hitches(frames: frames, rate: 120, over: phase).totalMilliseconds == 0)
    }

    @Test func `A stall recomputed at another rate delays one frame and drops those behind it`() {
        // Vsyncs at 0, 10, … The stall from 15 to 52 holds the frame due at 20 until 52: it is
        // shown at 60 instead of 30. Those due at 30, 40 and 50 are never made.
        let phase = Self.interval(0, 100)
        let frames = Hitches.frames(rate: 100, stretches: [Self.interval(15, 52)], in: phase)
        #expect(frames.map { $0.due / 1_000_000 } == [0, 10, 20, 60, 70, 80, 90])
        let hitches = Hitches(frames: frames, rate: 100, over: phase)
        #expect(abs(hitches.totalMilliseconds - 30) < 1e-6)
        #expect(abs(hitches.ratio - 300) < 1e-6)
    }

    @Test func `A short stretch between two vsyncs is no hitch at any rate`() {
        let phase = Self.interval(0, 100)
        let stretches = (0..<10).map { Self.interval(Int64($0) * 10 + 2, Int64($0) * 10 + 9) }
        let frames = Hitches.frames(rate: 100, stretches: stretches, in: phase)
        #expect(Hitches(frames: frames, rate: 100, over: phase).totalMilliseconds == 0)
    }

    @Test func `The anchor says where vsyncs lie`() {
        let phase = Self.interval(3, 33)
        let frames = Hitches.frames(rate: 100, stretches: [], in: phase, anchor: 1_000_000)
        #expect(frames.map(\.due) == [11_000_000, 21_000_000, 31_000_000])
    }
}
