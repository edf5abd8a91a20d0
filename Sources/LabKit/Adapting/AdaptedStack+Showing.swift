import CoreData
import Execution
import Results
import Topologies

extension AdaptedStack {
    /// Asks for the context of each role, and hands over the layout that they show.
    ///
    /// Nothing is edited or saved, so the layout has no routes and merges: what these are is known
    /// to the code alone.
    func show(_ done: @escaping @Sendable (Topology) -> Void) {
        app.performImport { [self] context in
            let target = show(context, base: Role.importer.word, isUsed: true)
            done(layout(importing: target))
            book.leave(context, hasUnsaved: false)
        }
    }

    private func layout(importing target: StackContext) -> Topology {
        var shown = contexts
        for context in Self.chain(of: target.context, in: book)
        where !shown.contains(where: { $0.name == context.name }) {
            shown.append(context)
        }
        let roots = shown.compactMap { $0.context.persistentStoreCoordinator }
        var coordinators: [NSPersistentStoreCoordinator] = []
        for root in roots where !coordinators.contains(where: { $0 === root }) {
            coordinators.append(root)
        }
        var topology = topology
        topology.maker = .code
        topology.contexts = shown.map { context in
            var layout = context.layout
            if layout.isRoot, let root = context.context.persistentStoreCoordinator,
                let index = coordinators.firstIndex(where: { $0 === root })
            {
                layout.parent = .coordinator(index + 1)
            }
            return layout
        }
        topology.coordinators = coordinators.count
        topology.roles = [.ui: contexts.last?.name ?? "", .importer: target.name]
        return topology
    }
}
