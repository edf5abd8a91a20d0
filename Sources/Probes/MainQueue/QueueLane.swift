import Execution
import Results

/// The blocks of one context for one set of roles, on all queues that it has had.
///
/// A context that is made for each background task has a queue of its own each time: hundreds for
/// one importer.
struct QueueLane {
    let name: String
    /// By name.
    let roles: [String]
    private(set) var queues: Set<QueueID> = []
    /// In the order in which they began.
    private(set) var blocks: ContiguousArray<QueueLog.Block> = []

    /// The lanes of the queues that contexts live on or roles work on, in the order in which they
    /// first ran.
    ///
    /// The queues of the lab's own timers and arrivals belong to no topology.
    static func lanes(of accounts: [QueueLog.Account], _ users: QueueUsers) -> [QueueLane] {
        var lanes: [QueueLane] = []
        for account in accounts {
            let (context, roles) = (
                users.context(of: account.queue), users.roles(of: account.queue)
            )
            guard context != nil || !roles.isEmpty else { continue }
            let name = context ?? account.label
            var place = lanes.firstIndex { $0.name == name && $0.roles == roles }
            if place == nil {
                place = lanes.count
                lanes.append(QueueLane(name: name, roles: roles))
            }
            lanes[place!].queues.insert(account.queue)
            lanes[place!].blocks += account.blocks
        }
        for place in lanes.indices where lanes[place].queues.count > 1 {
            lanes[place].blocks.sort { ($0.began, $0.ended) < ($1.began, $1.ended) }
        }
        return lanes
    }

    private init(name: String, roles: [String]) {
        self.name = name
        self.roles = roles
    }
}
