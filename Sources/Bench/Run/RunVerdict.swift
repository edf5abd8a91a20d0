import Probes
import Results
import Runs

/// What a repetition is worth.
enum RunVerdict {
    /// Above this share of a phase's time in which the main thread wanted to run and had no core,
    /// the machine was a part of the result: a stretch of 20 ms is then late by a millisecond that
    /// no topology caused.
    static let disturbedSharePercent = 5.0

    /// What makes a finished run no result: other data than expected, or other operations.
    static func failure(of record: RunRecord, operationsDigest: String) -> RunFailure? {
        guard record.executedDigest == operationsDigest else {
            return RunFailure(
                kind: .operationsDiffer,
                message: "it executed other operations than operations.csv says",
                details: [
                    "executed \(record.executedDigest)", "operations.csv \(operationsDigest)",
                ])
        }
        guard record.outcomeDigest == record.expectedDigest else {
            return RunFailure(
                kind: .outcomeDiffers,
                message: "the store holds other data than the operations make",
                details: record.differences)
        }
        return nil
    }

    /// When the idle thread of the noise probe was late by this much, nothing of the process ran:
    /// it was stopped, or its whole machine was. It is as long as what a user calls a hang, and no
    /// topology holds that thread up.
    static let pauseNanoseconds: Int64 = 250_000_000

    /// `disturbed` where the machine had no core for the main thread for too long, or the process
    /// stood still; else empty.
    ///
    /// - Parameter noise: how late the idle thread was, a number a tick.
    static func mark(of figures: [Figure], noise: [Int64]) -> Mark {
        if noise.contains(where: { $0 >= pauseNanoseconds }) { return .disturbed }
        let share = figures.first {
            $0.isOf(Metric.mainPreempted[.share]) && $0.phase == PhaseName.all
        }
        return (share?.value ?? 0) > disturbedSharePercent ? .disturbed : .none
    }

    /// A child that could not even write its report has said so by its exit code.
    static func withExitCode(_ failure: RunFailure, _ process: ChildResult) -> RunFailure {
        guard process.exit == .exited(ChildEnd.notWrittenCode) else { return failure }
        var failure = failure
        failure.kind = .notWritten
        return failure
    }
}
