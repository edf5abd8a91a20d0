/// The role that draws frames on the main queue.
package struct DisplayRole: Sendable, Hashable {
    /// Frames a second.
    package var framesPerSecond: Double
    /// CPU time that drawing one takes.
    package var cost: Duration

    /// From one vsync to the next.
    package var interval: Duration { .nanoseconds(Int64(1e9 / framesPerSecond)) }
}
