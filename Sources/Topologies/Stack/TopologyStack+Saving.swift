import CoreData
import Foundation

extension TopologyStack {
    /// Runs the save route from a context.
    ///
    ///     direct                         save · wait … · isSaved · enqueue …
    ///     perform-in-perform             perform { save · wait … · isSaved · enqueue … }
    ///     perform-and-wait-then-perform  performAndWait { save · wait … } · isSaved · enqueue …
    ///
    /// A context that is saved at termination only is not saved, and not reported as saved.
    ///
    /// - Parameters:
    ///   - origin: the context of the edits, as `submit(for:)` gave it.
    ///   - ended: called once, on its queue. After `saved` the flush policy decides; after `failed`
    ///     the contexts keep their changes, and the hops after the failed one are left out.
    /// - Precondition: called on the context's queue.
    package func save(
        from origin: StackContext, ended: @escaping @Sendable (SaveRouteEnd) -> Void
    ) {
        guard origin.layout.saves == .onRequest else { return ended(.keptUnsaved) }
        let route = topology.route(from: origin.name)
        let finish: @Sendable ((any Error)?) -> Void = { [self] error in
            if let error { return ended(.failed(error)) }
            ended(.saved)
            follow(route.enqueuedHops)
        }
        switch topology.routeStyle {
        case .direct:
            finish(saveWaited(route, from: origin))
        case .performInPerform:
            origin.context.perform { [self] in finish(saveWaited(route, from: origin)) }
        case .performAndWaitThenPerform:
            var error: (any Error)?
            origin.context.performAndWait { error = saveWaited(route, from: origin) }
            finish(error)
        }
    }

    /// The route's own context and the hops that are waited for; the first error ends it.
    private func saveWaited(_ route: SaveRoute, from origin: StackContext) -> (any Error)? {
        if let error = save(origin, isSilent: false) { return error }
        for hop in route.waitedHops {
            let target = context(named: hop.context)
            var error: (any Error)?
            target.context.performAndWait { error = save(target, isSilent: false) }
            if let error { return error }
        }
        return nil
    }

    /// The hops from the first enqueued one on.
    ///
    /// The app waits for none of them.
    private func follow(_ hops: ArraySlice<SaveRoute.Hop>) {
        guard let hop = hops.first else { return }
        let rest = hops.dropFirst()
        if rest.isEmpty, hop.manner == .enqueue {
            flusher(of: hop.context)?.request()
            return
        }
        let target = context(named: hop.context)
        switch hop.manner {
        case .enqueue:
            target.context.perform { [self] in
                if save(target, isSilent: true) == nil { follow(rest) }
            }
        case .wait:
            var isDone = false
            target.context.performAndWait { isDone = save(target, isSilent: true) == nil }
            if isDone { follow(rest) }
        }
    }

    /// Saves a context without a waiting caller.
    ///
    /// - Precondition: called on the context's queue.
    func saveSilently(_ target: StackContext) {
        _ = save(target, isSilent: true)
    }

    /// Saves a context of the stack; all saves go through here.
    ///
    /// - Precondition: called on the context's queue.
    /// - Returns: the error if the save threw one.
    func save(_ target: StackContext, isSilent: Bool) -> (any Error)? {
        if topology.savesOnlyIfChanged, !target.context.hasChanges { return nil }
        observer?.stackWillSave(target.name)
        do {
            try target.context.save()
        } catch {
            let message = (error as NSError).localizedDescription
            log(
                StackFailure(
                    context: target.name, message: message, isSilent: isSilent,
                    isConflict: StackFailure.isConflict(error)))
            observer?.stackDidFailToSave(target.name, error: error)
            return error
        }
        observer?.stackDidSave(target.name)
        return nil
    }
}
