import Results
import Statistics

extension FigureBuilder {
    /// `main.busy`, `.blocked`, `.preempted`, `.stall`, `.delay`, `.hang_rate`, `.micro_hangs`,
    /// `.hangs`, `.blocking_time`.
    static func addMainQueue(
        of record: RunRecord, in scope: PhaseScope, to list: inout FigureList
    ) {
        addShares(of: record.stretches, in: scope, to: &list)
        let touching = record.stretches.filter {
            scope.overlap(began: $0.began, ended: $0.ended) > 0
        }
        let lengths = touching.map { scope.overlap(began: $0.began, ended: $0.ended) }
        let longest = touching.map { $0.ended - $0.began }.max() ?? 0
        let count = touching.count
        list.add(Metric.mainStall[.max], Double(longest) / 1e6, count: count)
        list.add(Metric.mainStall[.count], Double(count), count: count)

        let delay = DelayDistribution(lengths: lengths, over: scope.length, longest: longest)
        for (statistic, p) in [(Statistic.p50, 0.50), (.p95, 0.95), (.p99, 0.99)] {
            list.add(Metric.mainDelay[statistic], delay.quantileMilliseconds(p), count: count)
        }
        list.add(Metric.mainDelay[.max], delay.maxMilliseconds, count: count)
        list.add(Metric.mainDelay[.mean], delay.meanMilliseconds, count: count)

        let hangs = Hangs(lengths: lengths, over: scope.length)
        list.add(Metric.mainHangRate[.total], hangs.rateSecondsPerHour, count: count)
        list.add(Metric.mainMicroHangs[.count], Double(hangs.microHangCount), count: count)
        list.add(Metric.mainHangs[.count], Double(hangs.hangCount), count: count)
        list.add(Metric.mainBlockingTime[.total], hangs.blockingMilliseconds, count: count)
    }

    /// The division of the main queue's time, without the drawing of `display`: a screen draws in
    /// every topology, and its share would dilute their differences.
    ///
    /// A block that reaches over the phase's end counts by the share of its wall time inside.
    private static func addShares(
        of stretches: [StretchRecord], in scope: PhaseScope, to list: inout FigureList
    ) {
        var wall = 0.0
        var busy = 0.0
        var preempted = 0.0
        var count = 0
        for block in stretches.lazy.flatMap(\.blocks) where !block.isDrawing {
            let inside = scope.overlap(began: block.began, ended: block.ended)
            guard inside > 0 else { continue }
            let share = Double(inside) / Double(block.ended - block.began)
            wall += Double(inside)
            busy += Double(block.cpu) * share
            preempted += Double(block.runDelay) * share
            count += 1
        }
        // The three clocks are read one after the other, so a difference can be some µs below zero.
        let blocked = max(0, wall - busy - preempted)
        let parts = [
            (Metric.mainBusy, busy), (Metric.mainBlocked, blocked),
            (Metric.mainPreempted, preempted),
        ]
        for (metric, nanoseconds) in parts {
            list.add(metric[.total], nanoseconds / 1e6, count: count)
            list.add(metric[.share], 100 * nanoseconds / Double(scope.length), count: count)
        }
    }

    /// `main.hitch_ratio.60` and `.120`, where a display drew frames.
    ///
    /// The rate at which frames were drawn is judged by the frames; any other is recomputed from
    /// the stretches, as if a display of that rate had stood before the same main queue.
    static func addHitches(
        of record: RunRecord, in scope: PhaseScope, to list: inout FigureList
    ) {
        let frames = record.frames.filter { scope.contains($0.due) }
        guard let first = frames.first else { return }
        let drawnRate = rate(of: frames)
        for (rate, metric) in [(60, Metric.mainHitchRatio60), (120, Metric.mainHitchRatio120)] {
            var late = 0.0
            var count = 0
            for interval in scope.intervals {
                let hitchFrames: [Hitches.Frame]
                if let drawnRate, abs(drawnRate - Double(rate)) < 1 {
                    hitchFrames = frames.lazy
                        .filter { interval.began <= $0.due && $0.due < interval.ended }
                        .map { Hitches.Frame(due: $0.due, finished: max($0.due, $0.finished)) }
                } else {
                    hitchFrames = Hitches.frames(
                        rate: Double(rate),
                        stretches: record.stretches.map {
                            Interval(began: $0.began, ended: $0.ended)
                        },
                        in: interval, anchor: first.due)
                }
                let hitches = Hitches(frames: hitchFrames, rate: Double(rate), over: interval)
                late += hitches.totalMilliseconds
                count += hitches.frameCount
            }
            let seconds = Double(scope.length) / 1e9
            list.add(metric[.total], late / seconds, count: count)
        }
    }

    /// The rate of the vsyncs at which frames were due, by the smallest gap; `nil` with fewer than
    /// two frames.
    ///
    /// Larger gaps contain dropped frames: those that came due while one waited.
    private static func rate(of frames: [FrameRecord]) -> Double? {
        let gaps = zip(frames, frames.dropFirst()).map { $1.due - $0.due }.filter { $0 > 0 }
        return gaps.min().map { 1e9 / Double($0) }
    }
}
