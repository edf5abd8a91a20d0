import Probes
import Results

/// The validity of a repetition.
enum RunVerdict {
    /// Above this share of a phase's time in which the main thread wanted to run and had no core,
    /// the machine was a part of the result: a stretch of 20 ms is then late by a millisecond that
    /// no topology caused.
    static let disturbedSharePercent = 5.0

    /// The lateness of the noise probe's idle thread from which on the process counts as stopped.
    ///
    /// The process itself or its whole machine stood still then. The limit is as long as a hang in
    /// Apple's terms, and no topology holds that thread up.
    static let pauseNanoseconds: Int64 = 250_000_000

    /// `disturbed` if the machine had no core for the main thread for too long, or the process
    /// stood still; else empty.
    ///
    /// - Parameter noise: the lateness of the idle thread, a number a tick.
    static func mark(of figures: [Figure], noise: [Int64]) -> Mark {
        if noise.contains(where: { $0 >= pauseNanoseconds }) { return .disturbed }
        let share = figures.first {
            $0.isOf(Metric.mainPreempted[.share]) && $0.phase == PhaseName.all
        }
        return (share?.value ?? 0) > disturbedSharePercent ? .disturbed : .none
    }
}
