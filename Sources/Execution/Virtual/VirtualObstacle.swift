/// An object that a thread waits for; it names its holder, so that a circle of waits can be found.
protocol VirtualObstacle: AnyObject {
    /// The thread that must go on before the waiting ends; `nil` if any thread may end it.
    var holdingThread: VirtualThread? { get }
}
