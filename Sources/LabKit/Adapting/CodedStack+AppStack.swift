import CoreData
import Execution
import Topologies

extension CodedStack {
    /// A class as a stack that children make by its name.
    init(_ type: any AppStack.Type) {
        let name = type.stackName
        let origin = "\(String(reflecting: type)), in Swift"
        self.init(
            name: name, origin: origin,
            make: { topology, store, observer in
                try AdaptedStack(type, as: topology, on: store, observer: observer)
            },
            show: { store, done in
                let unknown = Topology(name: name, origin: origin, contexts: [], roles: [:])
                let stack = try AdaptedStack(type, as: unknown, on: store, observer: nil)
                stack.show(done)
            })
    }
}
