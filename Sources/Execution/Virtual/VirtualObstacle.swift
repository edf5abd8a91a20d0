/// What a thread waits for: asked who has it, to find a circle of waits.
protocol VirtualObstacle: AnyObject {
    /// The thread that must go on before the waiting ends; `nil` when that may be anybody.
    var holdingThread: VirtualThread? { get }
}
