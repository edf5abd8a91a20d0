import Foundation

/// The part of a fetched results controller that does not depend on the type of its results.
///
/// Delegates receive a controller of `any NSFetchRequestResult`, which in Swift is another class
/// than the one that the app has made. So both controllers share this engine.
// @unchecked: used on the context's queue only, on which notifications are posted, too.
final class FetchedResultsEngine: ContextFollower, @unchecked Sendable {
    let context: NSManagedObjectContext
    let sectionPath: PropertyPath?
    private(set) var results: FetchedResults?
    private(set) weak var delegate: (any NSFetchedResultsControllerDelegate)?

    // Set by the controller that the app has made.
    weak var owner: AnyObject?
    var titleOfName: (String) -> String? = { _ in nil }
    var request: () -> NSFetchRequest<NSManagedObject>? = { nil }
    var makeTwin: () -> NSFetchedResultsController<any NSFetchRequestResult>? = { nil }

    /// The executed request; the app may change its own until the next fetch.
    private var plan: FetchPlan?
    /// The versions of the objects in the last did-change notification, by key.
    private var told: [UInt64: Int64] = [:]

    private var observations: [any NSObjectProtocol] = []

    init(
        _ request: NSFetchRequest<NSManagedObject>, _ context: NSManagedObjectContext,
        _ sectionNameKeyPath: String?
    ) {
        self.context = context
        sectionPath = sectionNameKeyPath.map { PropertyPath($0) }
        requireOrdered(request)
    }

    // Runs on any thread: the context itself drops released followers.
    deinit {
        stopObserving()
    }

    private func requireOrdered(_ request: NSFetchRequest<NSManagedObject>) {
        // An empty list is allowed: the order is then the store's, and new objects come last.
        guard request.sortDescriptors != nil else {
            fatalError(
                """
                An instance of NSFetchedResultsController requires a fetch request with sort \
                descriptors: set them, or an empty list for the order of the store
                """)
        }
        guard request.resultType == .managedObjectResultType else {
            fatalError(
                """
                An instance of NSFetchedResultsController fetches managed objects: leave the \
                request's resultType as it is
                """)
        }
    }

    func setDelegate(_ delegate: (any NSFetchedResultsControllerDelegate)?) {
        self.delegate = delegate
        if delegate == nil {
            stopFollowing()
        } else if results != nil {
            follow()
        }
    }

    func performFetch() throws {
        guard let request = request() else { return }
        requireOrdered(request)
        context.checkQueue("performFetch()")
        let plan = try context.makePlan(request)
        let objects = try context.fetchObjects(plan)
        results =
            try sectionPath.map { path in
                try FetchedResults(objects) { FetchedResults.sectionName(of: $0, path) }
            } ?? FetchedResults(objects)
        self.plan = plan
        if delegate != nil { follow() }
    }

    /// The sections with their index titles.
    var sections: [any NSFetchedResultsSectionInfo]? {
        guard let results else { return nil }
        return results.sections.map { section($0, of: results) }
    }

    private func section(
        _ section: FetchedResults.Section, of results: FetchedResults
    ) -> FetchedSection {
        FetchedSection(section, of: results, title: title(of: section.name))
    }

    private func title(of name: String) -> String? {
        guard let delegate, let twin = makeTwin() else { return titleOfName(name) }
        return delegate.controller(twin, sectionIndexTitleForSectionName: name)
    }

    // MARK: Following changes

    private func follow() {
        context.followers.add(self)
        guard observations.isEmpty else { return }
        observations = [
            observe(.NSManagedObjectContextObjectsDidChange) { $0.contextDidChange($1) },
            observe(.NSManagedObjectContextDidMergeChangesObjectIDs) { $0.contextDidMerge($1) },
        ]
    }

    /// Observes notifications that an app posts in the context's name.
    ///
    /// The context's own changes arrive through its followers, in the order of the controllers.
    private func observe(
        _ name: Notification.Name,
        _ body: @escaping @Sendable (FetchedResultsEngine, [AnyHashable: Any]) -> Void
    ) -> any NSObjectProtocol {
        NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
            [weak self] notification in
            guard let self, !context.isAnnouncing else { return }
            body(self, notification.userInfo ?? [:])
        }
    }

    private func stopFollowing() {
        context.followers.remove(self)
        stopObserving()
    }

    private func stopObserving() {
        for observation in observations { NotificationCenter.default.removeObserver(observation) }
        observations = []
    }

    func contextDidChange(_ info: [AnyHashable: Any]) {
        guard let plan, let former = results else { return }
        // After a reset the objects are of no further use; the next fetch starts again.
        if info[NSInvalidatedAllObjectsKey] != nil || former.isVoid {
            results = nil
            return
        }
        let changes = ChangedObjects(info, plan, context)
        told = [:]
        for object in changes.present { told[object.key.bits] = object.row?.version }
        take(changes, former, plan)
    }

    /// Looks up merged updates of objects without values, which did-change does not report.
    ///
    /// Some of them may be among the results now, or no longer.
    func contextDidMerge(_ info: [AnyHashable: Any]) {
        guard let plan, let former = results, !former.isVoid else { return }
        let merged = info[SavedChanges.infoKey] as? SavedChanges
        let updated = (merged?.updated ?? []).map(context.resolve).filter { key in
            let layout = context.layout(of: key)
            guard plan.covers(layout) else { return false }
            let object = context.registry.object(key, root: layout.rootNumber)
            guard let version = object?.row?.version else { return true }
            return told[key.bits] != version
        }
        guard !updated.isEmpty else { return }
        do {
            take(try ChangedObjects(updated, former, plan, context), former, plan)
        } catch {
            // A store that was removed meanwhile, or is busy for long, must not end the app.
            NSLog(
                "%@",
                """
                CoreData could not read merged objects for a fetched results controller, whose \
                results stay without these changes: \(error)
                """)
        }
    }

    private func take(_ changes: ChangedObjects, _ former: FetchedResults, _ plan: FetchPlan) {
        let update = ResultsUpdate(former, changes, plan, by: sectionPath)
        context.execution.charge(
            .resultsChanged, changes.present.count + changes.deleted.count)
        guard update.isNeeded else { return }
        do {
            let outcome = try update.outcome()
            let next = outcome.results
            results = next
            context.execution.charge(.resultsOrdered, next.objects.count)
            tell(
                FetchedChanges(
                    from: former, to: next, outcome.correspondence, changed: update.changed))
        } catch {
            // What a user types must not end the app: the results stay as they were.
            NSLog(
                "%@",
                """
                \(error.localizedDescription) Sort first by the key path of the sections, so that \
                a changed object moves to its section. The results stay without this change.
                """)
        }
    }

    private func tell(_ changes: FetchedChanges) {
        guard !changes.isEmpty, let delegate, let twin = makeTwin() else { return }
        delegate.controllerWillChangeContent(twin)
        if sectionPath == nil {
            delegate.controller(twin, didChangeContentWith: changes.difference)
        }
        for (index, type) in changes.sections {
            let results = type == .delete ? changes.former : changes.next
            let section = section(results.sections[index], of: results)
            delegate.controller(
                twin, didChange: type == .delete ? section.emptied() : section,
                atSectionIndex: index, for: type)
        }
        for change in changes.objects {
            delegate.controller(
                twin, didChange: change.object, at: change.from, for: change.type,
                newIndexPath: change.to)
        }
        delegate.controllerDidChangeContent(twin)
    }
}
