import Execution

/// The processor time of each queue's blocks, for all queues except the main one.
///
/// A queue is serial, so it has one open block at most.
package struct QueueLog: Sendable {
    package struct Block: Sendable, Equatable {
        package var began: Instant
        package var ended: Instant
        /// Nanoseconds.
        package var cpu: Int64
    }

    package struct Account: Sendable {
        package var queue: QueueID
        package var label: String
        package var blocks: ContiguousArray<Block> = []
        fileprivate var open: (began: Instant, cpu: Int64)?
    }

    /// In the order in which the queues first ran.
    package private(set) var accounts: [Account] = []
    /// A queue's index in `accounts`.
    ///
    /// Only looked up: no order comes from it.
    private var places: [QueueID: Int] = [:]

    package init() {}

    /// - Parameter label: asked for once a queue.
    package mutating func blockBegan(
        _ queue: QueueID, label: @autoclosure () -> String, at instant: Instant,
        cpu: Int64
    ) {
        let place: Int
        if let known = places[queue] {
            place = known
        } else {
            place = accounts.count
            places[queue] = place
            accounts.append(Account(queue: queue, label: label()))
            // A background task's queue has two blocks or three, and there are hundreds of such
            // queues; a writer's list grows a few times.
            accounts[place].blocks.reserveCapacity(256)
        }
        accounts[place].open = (instant, cpu)
    }

    package mutating func blockEnded(_ queue: QueueID, at instant: Instant, cpu: Int64) {
        guard let place = places[queue], let open = accounts[place].open else { return }
        accounts[place].open = nil
        accounts[place].blocks.append(
            Block(began: open.began, ended: instant, cpu: cpu - open.cpu))
    }
}
