import Foundation

/// Keeps the results of a fetch request in sections, and informs a delegate of changes.
///
/// The controller follows changes from `performFetch()` on while it has a delegate: the context's
/// own changes and merged ones. `ResultType` is a class of managed objects.
///
/// - Precondition: every call is on the context's queue.
open class NSFetchedResultsController<ResultType>: NSObject {
    let engine: FetchedResultsEngine

    /// Makes a controller without results, which `performFetch()` fetches.
    ///
    /// - Parameters:
    ///   - fetchRequest: the request. Its sort descriptors must not be nil; with sections, the
    ///     first must keep the objects of a section together. An empty list leaves them in the
    ///     store's order.
    ///   - sectionNameKeyPath: the key path whose value the objects of a section share; `nil` for
    ///     one section.
    ///   - name: has no effect: sections are cheap to compute.
    public init(
        fetchRequest: NSFetchRequest<ResultType>,
        managedObjectContext context: NSManagedObjectContext,
        sectionNameKeyPath: String?, cacheName name: String?
    ) {
        self.fetchRequest = fetchRequest
        cacheName = name
        engine = FetchedResultsEngine(
            fetchRequest.converted(to: NSManagedObject.self), context, sectionNameKeyPath)
        super.init()
        engine.owner = self
        engine.titleOfName = { [weak self] in self?.sectionIndexTitle(forSectionName: $0) }
        engine.request = { [weak self] in self?.fetchRequest.converted(to: NSManagedObject.self) }
        engine.makeTwin = { [weak self] in self?.erased }
    }

    /// Makes a second controller for an engine, with the type that delegates receive.
    private init(twinOf engine: FetchedResultsEngine, _ request: NSFetchRequest<ResultType>) {
        self.engine = engine
        fetchRequest = request
        cacheName = nil
        super.init()
    }

    /// This controller in the type that delegates receive.
    private var erased: NSFetchedResultsController<any NSFetchRequestResult> {
        if let itself = self as? NSFetchedResultsController<any NSFetchRequestResult> {
            return itself
        }
        return NSFetchedResultsController<any NSFetchRequestResult>(
            twinOf: engine, fetchRequest.converted(to: (any NSFetchRequestResult).self))
    }

    /// The request; after a change to it call `performFetch()`.
    public final let fetchRequest: NSFetchRequest<ResultType>
    /// The context of the fetched objects.
    public final var managedObjectContext: NSManagedObjectContext { engine.context }
    /// The key path whose value the objects of a section share.
    public final var sectionNameKeyPath: String? { engine.sectionPath?.text }
    /// The name that the app has given to a cache.
    public final let cacheName: String?

    /// The delegate that is informed of changes; without one the controller follows none.
    public final var delegate: (any NSFetchedResultsControllerDelegate)? {
        get { engine.delegate }
        set { engine.setDelegate(newValue) }
    }

    /// Fetches objects and makes sections, without informing the delegate.
    ///
    /// - Throws: errors of the fetch; 134060 if the objects of a section are not adjacent.
    public final func performFetch() throws {
        try engine.performFetch()
    }

    /// Does nothing: this framework has no caches.
    public final class func deleteCache(withName name: String?) {}

    /// The results in order; `nil` before `performFetch()`, and after a reset of the context.
    public final var fetchedObjects: [ResultType]? {
        engine.results?.objects.map { $0 as! ResultType }
    }

    /// The object at an index path.
    ///
    /// - Precondition: the results have an object there.
    public final func object(at indexPath: IndexPath) -> ResultType {
        guard let results = engine.results, indexPath.count == 2,
            results.sections.indices.contains(indexPath.section),
            results.sections[indexPath.section].range.count > indexPath.item, indexPath.item >= 0
        else {
            fatalError("no object at index \(indexPath): see sections for the valid indexes")
        }
        let start = results.sections[indexPath.section].range.lowerBound
        // `ResultType` is a class of managed objects, which the request's entity must match.
        return results.objects[start + indexPath.item] as! ResultType
    }

    /// The index path of an object; `nil` if it is not among the results.
    ///
    /// - Complexity: O(*n*) in the number of results.
    public final func indexPath(forObject object: ResultType) -> IndexPath? {
        guard let object = object as? NSManagedObject else { return nil }
        return engine.results?.indexPath(of: object)
    }

    /// The sections in order; `nil` before `performFetch()`.
    public final var sections: [any NSFetchedResultsSectionInfo]? { engine.sections }

    /// The index title of a section with this name; a subclass may override it.
    open func sectionIndexTitle(forSectionName sectionName: String) -> String? {
        if engine.owner !== self { return engine.titleOfName(sectionName) }
        return sectionName.first.map { String($0).uppercased() }
    }

    /// The titles of the index, section by section.
    public final var sectionIndexTitles: [String] {
        (engine.sections ?? []).compactMap(\.indexTitle)
    }

    /// The section of a title in the index.
    ///
    /// - Precondition: `sectionIndex` is the title's position in `sectionIndexTitles`.
    public final func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int {
        let titled = (engine.sections ?? []).enumerated().filter { $0.element.indexTitle != nil }
        guard titled.indices.contains(sectionIndex),
            titled[sectionIndex].element.indexTitle == title
        else {
            fatalError(
                """
                the index has no title “\(title)” at \(sectionIndex): pass a title from \
                sectionIndexTitles with its position there
                """)
        }
        return titled[sectionIndex].offset
    }

    /// Whether both controllers share one engine.
    ///
    /// True for a controller and the one that its delegate receives in its place.
    public final override func isEqual(_ object: Any?) -> Bool {
        (object as? any FetchedResultsFace)?.engine === engine
    }

    public final override var hash: Int { ObjectIdentifier(engine).hashValue }
}

/// Lets controllers of different result types be compared.
private protocol FetchedResultsFace {
    var engine: FetchedResultsEngine { get }
}

extension NSFetchedResultsController: FetchedResultsFace {}
