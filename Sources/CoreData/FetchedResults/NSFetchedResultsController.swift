import Foundation

/// Keeps the results of a fetch request in sections, and tells a delegate how they change.
///
/// Changes are followed from `performFetch()` on while there is a delegate: those of the context
/// itself and those that are merged into it. `ResultType` is a class of managed objects.
///
/// - Precondition: everything on the context's queue.
open class NSFetchedResultsController<ResultType>: NSObject {
    let engine: FetchedResultsEngine

    /// A controller without results: `performFetch()` gets them.
    ///
    /// - Parameters:
    ///   - fetchRequest: what to fetch. Its sort descriptors are not nil; with sections, the first
    ///     keeps the objects of a section together. Where there are none, the order is the store's.
    ///   - sectionNameKeyPath: the key path of what a section has in common; `nil` for one section.
    ///   - name: accepted and without effect: sections are cheap to work out.
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

    /// Another face of an engine: what delegates get, for a controller of a certain class.
    private init(twinOf engine: FetchedResultsEngine, _ request: NSFetchRequest<ResultType>) {
        self.engine = engine
        fetchRequest = request
        cacheName = nil
        super.init()
    }

    /// This controller as delegates get it.
    private var erased: NSFetchedResultsController<any NSFetchRequestResult> {
        if let itself = self as? NSFetchedResultsController<any NSFetchRequestResult> {
            return itself
        }
        return NSFetchedResultsController<any NSFetchRequestResult>(
            twinOf: engine, fetchRequest.converted(to: (any NSFetchRequestResult).self))
    }

    /// What is fetched. It may be changed; call `performFetch()` then.
    public final let fetchRequest: NSFetchRequest<ResultType>
    /// The context whose objects are fetched.
    public final var managedObjectContext: NSManagedObjectContext { engine.context }
    /// The key path of what a section has in common.
    public final var sectionNameKeyPath: String? { engine.sectionPath?.text }
    /// The name that was given to a cache.
    public final let cacheName: String?

    /// Who hears of changes. Without a delegate none are followed.
    public final var delegate: (any NSFetchedResultsControllerDelegate)? {
        get { engine.delegate }
        set { engine.setDelegate(newValue) }
    }

    /// Fetches, and makes the sections. The delegate does not hear of it.
    ///
    /// - Throws: what the fetch throws; 134060 when the order of the objects tears a section apart.
    public final func performFetch() throws {
        try engine.performFetch()
    }

    /// Does nothing: there are no caches.
    public final class func deleteCache(withName name: String?) {}

    /// The results in their order; `nil` before `performFetch()`, and after the context was reset.
    public final var fetchedObjects: [ResultType]? {
        engine.results?.objects.map { $0 as! ResultType }
    }

    /// The object at a place.
    ///
    /// - Precondition: there is one.
    public final func object(at indexPath: IndexPath) -> ResultType {
        guard let results = engine.results, indexPath.count == 2,
            results.sections.indices.contains(indexPath.section),
            results.sections[indexPath.section].range.count > indexPath.item, indexPath.item >= 0
        else {
            fatalError("no object at index \(indexPath): ask sections for what there is")
        }
        let start = results.sections[indexPath.section].range.lowerBound
        return results.objects[start + indexPath.item] as! ResultType
    }

    /// The place of an object; `nil` when it is none of the results.
    ///
    /// - Complexity: O(*n*) in the number of results.
    public final func indexPath(forObject object: ResultType) -> IndexPath? {
        guard let object = object as? NSManagedObject else { return nil }
        return engine.results?.indexPath(of: object)
    }

    /// The sections in their order; `nil` before `performFetch()`.
    public final var sections: [any NSFetchedResultsSectionInfo]? { engine.sections }

    /// What an index shows for a section of a name; a subclass may override it.
    open func sectionIndexTitle(forSectionName sectionName: String) -> String? {
        if engine.owner !== self { return engine.titleOfName(sectionName) }
        return sectionName.first.map { String($0).uppercased() }
    }

    /// What the index shows, section by section.
    public final var sectionIndexTitles: [String] {
        (engine.sections ?? []).compactMap(\.indexTitle)
    }

    /// The section that a title in the index leads to.
    ///
    /// - Precondition: `sectionIndex` is the title's place in `sectionIndexTitles`.
    public final func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int {
        let titled = (engine.sections ?? []).enumerated().filter { $0.element.indexTitle != nil }
        guard titled.indices.contains(sectionIndex),
            titled[sectionIndex].element.indexTitle == title
        else {
            fatalError(
                """
                “\(title)” at \(sectionIndex) is no title of the index: ask with a title of \
                sectionIndexTitles and its place there
                """)
        }
        return titled[sectionIndex].offset
    }

    /// Whether the other one has the same results because it is this controller, or what a delegate
    /// gets in its place.
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
