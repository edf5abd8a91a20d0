import Execution

/// The processor time of each queue's blocks, for the queues that are not the main one.
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
        package var label: String
        package var blocks: ContiguousArray<Block> = []
        fileprivate var open: (began: Instant, cpu: Int64)?
    }

    /// In the order in which the queues first ran.
    package private(set) var accounts: [Account] = []
    /// A queue's place in `accounts`. Only looked up: no order comes from it.
    private var places: [ObjectIdentifier: Int] = [:]

    package init() {}

    package mutating func blockBegan(
        _ queue: ObjectIdentifier, label: String, at instant: Instant, cpu: Int64
    ) {
        var place = places[queue]
        // A queue may have been freed and another made at its address: the label tells.
        if place == nil || accounts[place!].label != label {
            place = accounts.firstIndex { $0.label == label } ?? accounts.count
            if place == accounts.count {
                accounts.append(Account(label: label))
                accounts[place!].blocks.reserveCapacity(4096)
            }
            places[queue] = place
        }
        accounts[place!].open = (instant, cpu)
    }

    package mutating func blockEnded(_ queue: ObjectIdentifier, at instant: Instant, cpu: Int64) {
        guard let place = places[queue], let open = accounts[place].open else { return }
        accounts[place].open = nil
        accounts[place].blocks.append(
            Block(began: open.began, ended: instant, cpu: cpu - open.cpu))
    }
}
