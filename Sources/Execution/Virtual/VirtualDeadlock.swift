/// Threads of virtual time that wait for one another, or for a signal that no thread is left to
/// give.
package struct VirtualDeadlock: Error, Sendable, Hashable, CustomStringConvertible {
    /// The waits with their holders: those of a circle in its order, else all, as they began.
    package let waits: [Wait]
    /// Whether the waits are a circle, which is found at the moment at which it closes.
    ///
    /// If they are not, no thread could run any more and no timer was left.
    package let isCircle: Bool
    /// When it was found.
    package let instant: Instant

    package var description: String {
        let lines = waits.map { wait in
            let holder = wait.holder.map { ", which “\($0)” holds" } ?? ""
            let milliseconds = Double(wait.began.nanoseconds) / 1e6
            return "“\(wait.waiter)” waits for “\(wait.resource)”\(holder), "
                + "since \(milliseconds) ms"
        }
        let kind =
            isCircle
            ? "a circle of waits closed" : "no thread can go on, and no timer is left,"
        return """
            deadlock: \(kind) at \(Double(instant.nanoseconds) / 1e6) ms of virtual time: \
            \(lines.joined(separator: "; "))
            """
    }
}
