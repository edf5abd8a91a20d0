import Synchronization

/// A stack that is written in Swift, as far as the lab must know it to make it by name.
///
/// A process registers its own before it reads its command line. Its children are started from the
/// same executable and register the same, so that a name is all that they need to be given.
package struct CodedStack: Sendable {
    package let name: String
    /// The class that it is, for a reader who looks for the code.
    package let origin: String
    /// Makes it on a store, under the current execution.
    package let make: @Sendable (Topology, StackStore, (any StackObserver)?) throws -> any Stack
    /// Opens it on a store, under the current execution, and hands over its layout as soon as each
    /// role has shown its context.
    ///
    /// The topology comes on some queue, once.
    package let show: @Sendable (StackStore, @escaping @Sendable (Topology) -> Void) throws -> Void

    package init(
        name: String, origin: String,
        make: @escaping @Sendable (Topology, StackStore, (any StackObserver)?) throws -> any Stack,
        show:
            @escaping @Sendable (StackStore, @escaping @Sendable (Topology) -> Void) throws ->
            Void
    ) {
        self.name = name
        self.origin = origin
        self.make = make
        self.show = show
    }
}

extension CodedStack {
    private static let registered = Mutex<[CodedStack]>([])

    /// Those of this process, in the order in which they were registered.
    package static var all: [CodedStack] { registered.withLock { $0 } }

    /// Makes stacks known by their names.
    ///
    /// - Precondition: no two have one name, and none has that of a topology of the catalogue.
    package static func register(_ stacks: [CodedStack]) {
        var names = Set(TopologyCatalogue.all.map(\.name))
        for stack in stacks {
            // A precondition has no words in an optimised build, which an app's package is.
            guard TopologyReader.isName(stack.name) else {
                fatalError(
                    "“\(stack.name)” cannot be the name of \(stack.origin); give the class a "
                        + "stackName of letters, digits and hyphens")
            }
            guard names.insert(stack.name).inserted else {
                fatalError(
                    "there is a stack “\(stack.name)” beside that of \(stack.origin); give the "
                        + "class another name, or a stackName of its own")
            }
        }
        registered.withLock { $0 = stacks }
    }

    /// - Throws: `TopologyError` if this process has no such stack.
    package static func named(_ name: String) throws(TopologyError) -> CodedStack {
        let all = all
        guard let found = all.first(where: { $0.name == name }) else {
            throw .unknownTopology(name, nearest: nil, known: all.map(\.name))
        }
        return found
    }
}
