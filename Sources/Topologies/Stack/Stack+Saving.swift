import CoreData
import Foundation

extension Stack {
    /// Runs the save route from a role's context.
    ///
    ///     direct                         save · wait … · isSaved · enqueue …
    ///     perform-in-perform             perform { save · wait … · isSaved · enqueue … }
    ///     perform-and-wait-then-perform  performAndWait { save · wait … } · isSaved · enqueue …
    ///
    /// - Parameters:
    ///   - isSaved: called once, on the context's queue, when the hops up to the first enqueued one
    ///     are done: what the app believes. After it the flush policy decides.
    ///   - didFail: called instead of it when one of those saves throws; the hops after it are left
    ///     out, and the contexts keep their changes.
    /// - Precondition: called on the context's queue.
    package func save(
        from role: Role, isSaved: @escaping @Sendable () -> Void,
        didFail: @escaping @Sendable (any Error) -> Void
    ) {
        let origin = stackContext(for: role)
        let route = topology.route(from: origin.name)
        let finish: @Sendable ((any Error)?) -> Void = { [self] error in
            if let error { return didFail(error) }
            isSaved()
            follow(route.enqueuedHops)
        }
        switch topology.routeStyle {
        case .direct:
            finish(saveWaited(route))
        case .performInPerform:
            origin.context.perform { [self] in finish(saveWaited(route)) }
        case .performAndWaitThenPerform:
            var error: (any Error)?
            origin.context.performAndWait { error = saveWaited(route) }
            finish(error)
        }
    }

    /// The route's own context and the hops that are waited for; the first error ends it.
    private func saveWaited(_ route: SaveRoute) -> (any Error)? {
        if let error = save(context(named: route.from), isSilent: false) { return error }
        for hop in route.waitedHops {
            let target = context(named: hop.context)
            var error: (any Error)?
            target.context.performAndWait { error = save(target, isSilent: false) }
            if let error { return error }
        }
        return nil
    }

    /// The hops from the first enqueued one on. The app waits for none of them.
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

    /// Saves a context that nobody waits for.
    ///
    /// - Precondition: called on the context's queue.
    func saveSilently(_ target: StackContext) {
        _ = save(target, isSilent: true)
    }

    /// The one place where a context of the stack is saved.
    ///
    /// - Precondition: called on the context's queue.
    /// - Returns: the error where the save threw one.
    func save(_ target: StackContext, isSilent: Bool) -> (any Error)? {
        if topology.savesOnlyIfChanged, !target.context.hasChanges { return nil }
        observer?.stackWillSave(target.name)
        do {
            try target.context.save()
        } catch {
            let message = (error as NSError).localizedDescription
            log(StackFailure(context: target.name, message: message, isSilent: isSilent))
            observer?.stackDidFailToSave(target.name, error: error)
            return error
        }
        observer?.stackDidSave(target.name)
        return nil
    }
}
