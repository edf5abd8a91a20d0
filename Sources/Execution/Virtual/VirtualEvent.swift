/// Something that is to happen at an instant of virtual time.
struct VirtualEvent {
    enum Action {
        /// A thread goes on after a yield, or after its wait was granted.
        case resume(VirtualThread)
        /// A queue's first block begins.
        case start(VirtualQueue)
        /// A block outside of any queue begins.
        case detached(EnqueuedWork)
        /// A thread has used a core for as long as it wanted.
        case leave(VirtualCores.Use)
        /// A timer fires.
        case fire(VirtualTimer)
    }

    let time: Int64
    let sequence: UInt64
    let action: Action

    func precedes(_ other: VirtualEvent) -> Bool {
        (time, sequence) < (other.time, other.sequence)
    }
}
