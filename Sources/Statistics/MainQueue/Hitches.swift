/// The lateness of frames after their vsync, over a phase.
///
/// A frame becomes due at a vsync, is drawn on the main queue and is to be shown at the next vsync.
/// It is shown at the first vsync that is not before its end:
///
///     vsync     0     1     2     3     4     5        R times a second
///     main      │     │██████████████ stall │
///     frame 1         due·············▕draw▏
///     shown           │  expected ↑   │     ↑ shown: a hitch of two
///
/// While a frame waits, the passing vsyncs make no further one, as a display link makes none: a
/// stall counts once. Time in which two frames are late (a frame drawn for longer than an interval)
/// counts once too, and time outside the phase does not count, so that the ratio is never above
/// 1000 ms/s. Apple: *Understanding hitches in your app*; WWDC20 session 10077.
package struct Hitches: Sendable, Hashable {
    /// A frame: the vsync at which it became due, and when it was drawn; nanoseconds.
    package struct Frame: Sendable, Hashable {
        /// The vsync at which it became due.
        package let due: Int64
        /// When its drawing ended.
        package let finished: Int64

        /// - Precondition: `due` ≤ `finished`.
        package init(due: Int64, finished: Int64) {
            precondition(due <= finished, "a frame due at \(due) was drawn before, at \(finished)")
            self.due = due
            self.finished = finished
        }
    }

    /// Frames that were shown late.
    package let lateCount: Int
    /// Frames in all.
    package let frameCount: Int
    /// How much later, summed up.
    package let totalMilliseconds: Double
    /// Milliseconds late for each second of the phase.
    package let ratio: Double

    /// - Parameters:
    ///   - frames: in the order in which they became due.
    ///   - rate: vsyncs in a second.
    ///   - phase: the time of the animation.
    /// - Precondition: `rate` > 0; the phase has a length.
    package init(frames: [Frame], rate: Double, over phase: Interval) {
        precondition(rate > 0, "a display with \(rate) vsyncs a second shows nothing")
        precondition(phase.length > 0, "a ratio needs a time: the phase is empty")
        let period = 1e9 / rate
        var lateCount = 0
        var late = 0.0
        // Everything is reckoned from the phase's begin: a Double holds such times to the
        // nanosecond, absolute ones it does not after 104 days without a restart.
        var counted = 0.0
        let end = Double(phase.length)
        for frame in frames {
            let due = Double(frame.due - phase.began)
            let intervals = Hitches.intervals(Double(frame.finished - frame.due), period)
            guard intervals > 1 else { continue }
            lateCount += 1
            let expected = due + period
            let shown = min(due + intervals * period, end)
            late += max(0, shown - max(expected, counted))
            counted = max(counted, shown)
        }
        self.lateCount = lateCount
        frameCount = frames.count
        totalMilliseconds = late / 1e6
        ratio = late / end * 1000
    }

    /// The frames that a display of another rate would have had to show, had the main queue been
    /// busy in the same stretches.
    ///
    /// A frame that becomes due within a stretch is drawn when that ends, any other at once.
    /// Drawing itself takes no time here: the stretches contain the drawing of the measured rate's
    /// frames.
    ///
    /// - Parameters:
    ///   - stretches: disjoint, in the order of time.
    ///   - anchor: a vsync, in nanoseconds; the phase's begin unless given.
    /// - Complexity: O(vsyncs of the phase + stretches).
    package static func frames(
        rate: Double, stretches: [Interval], in phase: Interval, anchor: Int64? = nil
    ) -> [Frame] {
        precondition(rate > 0, "a display with \(rate) vsyncs a second shows nothing")
        let period = 1e9 / rate
        let offset = Double((anchor ?? phase.began) - phase.began)
        var vsync = ((0 - offset) / period).rounded(.up)
        var frames: [Frame] = []
        var busy = stretches[...]
        while true {
            let due = phase.began + Int64((offset + vsync * period).rounded())
            guard due < phase.ended else { return frames }
            while let first = busy.first, first.ended <= due { busy = busy.dropFirst() }
            if let stretch = busy.first, stretch.began <= due {
                frames.append(Frame(due: due, finished: stretch.ended))
                // The vsyncs within the stretch find this frame waiting.
                let passed = Double(stretch.ended - phase.began) - offset
                vsync = max(vsync + 1, (passed / period).rounded(.up))
            } else {
                frames.append(Frame(due: due, finished: due))
                vsync += 1
            }
        }
    }

    /// The number of whole vsync intervals until something of this length is shown; 1 at least.
    ///
    /// Vsyncs come in whole nanoseconds, periods do not: a rounding by a millionth of an interval
    /// does not count as a hitch.
    private static func intervals(_ length: Double, _ period: Double) -> Double {
        max(1, (length / period - 1e-6).rounded(.up))
    }
}
