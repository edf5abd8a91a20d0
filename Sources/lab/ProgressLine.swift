import Execution
import Foundation
import Synchronization
import WorkloadEngine

/// The current step, its progress and the expected rest of the time.
///
/// A terminal shows a bar, a log a line now and then.
final class ProgressLine: Sendable {
    private struct State {
        var what = ""
        var share = 0.0
        /// The instant of the last report of progress.
        var toldAt: Instant
        var lastLine: Instant?
        var isEnded = false
    }

    /// How often a log gets a line.
    private static let logInterval = Duration.seconds(5)
    /// How often a terminal's bar is drawn anew.
    private static let drawInterval = Duration.milliseconds(200)

    private let began = ThreadClock.monotonic
    private let expectedSeconds: Double
    private let isQuiet: Bool
    private let isTerminal = Console.isTerminal
    private let state: Mutex<State>
    private let thread = Mutex<IdleThread?>(nil)

    /// Prints the expected length first, so that a user without an hour to spare can stop at once.
    ///
    /// - Parameter length: the expected length of the whole, until progress corrects it.
    init(_ length: ForetoldLength, isQuiet: Bool) {
        expectedSeconds = length.seconds
        self.isQuiet = isQuiet
        state = Mutex(State(toldAt: ThreadClock.monotonic))
        guard !isQuiet else { return }
        Console.note("lab: this takes \(length.text)")
        guard isTerminal else { return }
        thread.withLock {
            $0 = IdleThread(label: "lab.progress", every: Self.drawInterval) { [weak self] _ in
                self?.draw()
            }
        }
    }

    /// Records the current step and the finished share of the whole.
    func update(_ what: String, share: Double) {
        guard !isQuiet else { return }
        let now = ThreadClock.monotonic
        let isDue = state.withLock { state in
            state.what = what
            // Two children that end at once may report in either order.
            state.share = max(state.share, share)
            state.toldAt = now
            let isDue = state.lastLine.map { now - $0 >= Self.logInterval } ?? true
            if isDue, !isTerminal { state.lastLine = now }
            return isDue
        }
        if isTerminal {
            draw()
        } else if isDue {
            Console.note("lab: " + text(at: now))
        }
    }

    /// Takes the bar away.
    func end() {
        let wasEnded = state.withLock { state in
            defer { state.isEnded = true }
            return state.isEnded
        }
        guard !wasEnded, !isQuiet, isTerminal else { return }
        thread.withLock { $0 }?.stop()
        Console.rewriteLine("")
    }

    private func draw() {
        guard !state.withLock(\.isEnded) else { return }
        let now = ThreadClock.monotonic
        let share = estimatedShare(at: now)
        let width = 24
        let full = Int((share * Double(width)).rounded())
        let bar = String(repeating: "█", count: full) + String(repeating: "░", count: width - full)
        Console.rewriteLine("\(bar) \(text(at: now))")
    }

    /// `41 %, about 32 s left: siblings, repetition 2 of 3`.
    private func text(at now: Instant) -> String {
        let share = estimatedShare(at: now)
        let left = max(0, totalSeconds * (1 - share))
        let what = state.withLock(\.what)
        return "\(Int(100 * share)) %, about \(RunLength.words(left.rounded(.up))) left: \(what)"
    }

    /// The duration of the whole: the expected one at first, an extrapolation after a tenth.
    private var totalSeconds: Double {
        let (share, toldAt) = state.withLock { ($0.share, $0.toldAt) }
        guard share >= 0.1 else { return expectedSeconds }
        return (toldAt - began).seconds / share
    }

    /// The reported share plus the likely progress since then; always less than the whole.
    private func estimatedShare(at now: Instant) -> Double {
        let (share, toldAt) = state.withLock { ($0.share, $0.toldAt) }
        guard totalSeconds > 0 else { return share }
        return min(max(share, 0.99), share + (now - toldAt).seconds / totalSeconds)
    }
}
