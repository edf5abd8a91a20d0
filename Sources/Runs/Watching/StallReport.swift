import Execution
import Results

/// A stack that stopped moving: the waits and their holders.
package struct StallReport: Codable, Sendable, Hashable {
    /// One sentence.
    package var message: String
    /// The waits that lasted, in the order in which they began.
    package var waits: [Wait]
    /// The activity of each thread while nothing moved.
    package var threads: [ThreadActivity]
    /// When the report was made, on the clock of the waits.
    package var at: Instant

    package init(
        message: String, waits: [Wait], threads: [ThreadActivity] = [], at instant: Instant
    ) {
        self.message = message
        self.waits = waits
        self.threads = threads
        at = instant
    }

    /// Judges the waits of an execution in which nothing moved for a while.
    ///
    /// - Parameters:
    ///   - threads: the activity of each in most of that time.
    ///   - still: the time without a move.
    package init(
        waits: [Wait], threads: [ThreadActivity], still: Duration, at instant: Instant
    ) {
        self.waits = waits
        self.threads = threads
        at = instant
        let time = "nothing moved for \(Self.seconds(still))"
        if let circle = Self.circle(of: waits) {
            message = "\(time): \(circle.joined(separator: " waits for ")) (a deadlock)"
        } else if waits.isEmpty {
            let computes = threads.contains { $0.cpu > still.wholeNanoseconds / 4 }
            message = """
                \(time), and no queue waits: \
                \(computes ? "a block computes without end" : "a completion was never called")
                """
        } else {
            message = "\(time), \(waits.count) \(waits.count == 1 ? "wait lasts" : "waits last")"
        }
    }

    /// One line for each wait: the waiter, the resource, its holder, and the begin.
    ///
    /// One line follows for each thread that was active meanwhile, or waited for a core or the
    /// disk.
    package var lines: [String] {
        waits.map(line)
            + threads.filter { $0.state != "S" || $0.cpu + $0.runDelay > Self.notable }.map(line)
    }

    private func line(_ wait: Wait) -> String {
        let holder = wait.holder.map { $0 == wait.resource ? "" : ", held by “\($0)”" } ?? ""
        return """
            “\(wait.waiter)” waits for “\(wait.resource)”\(holder) \
            (\(wait.cause.rawValue), since \(Self.seconds(at - wait.began)))
            """
    }

    private func line(_ thread: ThreadActivity) -> String {
        let state = Self.states[thread.state] ?? thread.state
        return """
            thread “\(thread.name)”, \(state): \
            computed for \(Self.seconds(.nanoseconds(thread.cpu))), \
            had no core for \(Self.seconds(.nanoseconds(thread.runDelay)))
            """
    }

    /// CPU time, or time without a core, that is worth a line.
    private static let notable: Int64 = 50_000_000

    private static let states = [
        "R": "running", "S": "asleep", "D": "waiting for the disk", "T": "stopped",
    ]

    /// The same as a topology's failure.
    package var failure: RunFailure {
        RunFailure(kind: .stuck, message: message, details: lines)
    }

    /// The labels along a circle of waits, the first again at the end; `nil` if there is none.
    ///
    /// A waiter leads to the holder of the resource that it waits for, or to the queue that it
    /// waits for. A queue that another queue entered by `sync` is held by that one, and its own
    /// block waits. A circle begins at main, or else at the label that sorts first: which of its
    /// waits began first differs from run to run.
    static func circle(of waits: [Wait]) -> [String]? {
        for first in waits {
            var path = [first.waiter]
            var next = first
            while path.count <= waits.count {
                let held = [next.holder, next.resource].compactMap(\.self)
                if held.contains(path[0]) { return closed(path) }
                guard let following = waits.first(where: { held.contains($0.waiter) }) else {
                    break
                }
                path.append(following.waiter)
                next = following
            }
        }
        return nil
    }

    private static func closed(_ path: [String]) -> [String] {
        let first = path.contains("main") ? "main" : path.min()
        let start = path.firstIndex { $0 == first } ?? 0
        return Array(path[start...] + path[...start])
    }

    /// `12.3 s`, without a formatter's locale.
    private static func seconds(_ duration: Duration) -> String {
        let tenths = (duration.milliseconds / 100).rounded()
        return "\(tenths / 10) s"
    }
}
