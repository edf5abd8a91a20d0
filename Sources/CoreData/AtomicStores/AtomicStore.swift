import Execution
import Foundation

/// A store that keeps all rows in memory, and rewrites its file, if it has one, at each save.
///
/// It serves one request at a time: a request walks over memory, and holds the lock meanwhile.
final class AtomicStore: NSPersistentStore, RowStore, @unchecked Sendable {
    let model: ModelLayout
    let entities: HeldEntities
    /// The join tables that each entity's objects are in by relationships without an inverse.
    let oneWayJoins: [[JoinTable]]
    /// The format of the file; `nil` for a store without one.
    let format: (any AtomicFormat)?
    private let storeType: String
    let execution: any Execution
    private let access: any ExecutionLock
    /// Guarded by `access`.
    private var tables: RowTables
    /// The first failure while predicates read views; guarded by `access`.
    var failure: (any Error)?

    /// Reads the file, or creates one if there is none.
    ///
    /// - Throws: 134100 for another model's file, 259 for a damaged one, and errors of reading and
    ///   writing.
    init(_ place: StorePlace, type: String, format: (any AtomicFormat)?) throws {
        model = place.coordinator.model
        entities = place.entities
        oneWayJoins = model.all.map(entities.oneWayTables)
        self.format = format
        storeType = type
        execution = place.coordinator.execution
        access = execution.makeLock(label: "the store", cause: .waitForStore)
        tables = RowTables(model: model, store: place.number)
        let url = format == nil ? place.url ?? Self.nowhere : try place.requiredURL()
        super.init(
            persistentStoreCoordinator: place.coordinator, configurationName: place.configuration,
            at: url, options: place.options)
        number = place.number
        try open(url)
    }

    /// The URL of a store that was added without one.
    private static let nowhere = URL(fileURLWithPath: "/dev/null")

    override var type: String { storeType }

    var holdsAll: Bool { entities.isComplete }

    func holds(_ layout: RowLayout) -> Bool { entities.contains(layout) }

    /// Makes the next save write to this URL.
    func move(to url: URL) throws {
        self.url = url
    }

    private func open(_ url: URL) throws {
        let held = entities.layouts.map(\.entity)
        let derived = held.flatMap(\.ownProperties).first { $0 is NSDerivedAttributeDescription }
        if let derived {
            throw CoreDataError.cannotOpen(
                url.path,
                "\(derived.path) is derived, which only SQLite stores keep: add one of those")
        }
        if let format, try RegularFile(url.path).exists() {
            let read = try AtomicFile(url: url, format: format).contents()
            let contents = try AtomicOpening(self, url).loaded(read, tables.load)
            identifier = contents.identifier
            // The migrated metadata, which the next saves write.
            adoptMetadata(contents.metadata)
            return
        }
        guard !isReadOnly else { throw CoreDataError.missingFile(url.path) }
        identifier = execution.randomIdentifier()
        adoptMetadata(
            StoreMetadata.make(
                type: storeType, identifier: identifier, entities: held, model: model.model))
        if let format {
            try AtomicFile(url: url, format: format).write(contents(metadata ?? [:]))
        }
    }

    // MARK: Reading

    func fetchRows(_ plan: FetchPlan) throws -> FetchedRows {
        try access.withLock {
            var found = FetchedRows()
            for view in try page(of: plan) { found.append(view.row, in: view.row.slab) }
            return found
        }
    }

    func countRows(_ plan: FetchPlan) throws -> Int {
        var unordered = plan
        unordered.sortDescriptors = []
        return try access.withLock { try page(of: unordered).count }
    }

    func fetchDictionaries(
        _ plan: FetchPlan, _ dictionaries: DictionaryPlan
    ) throws -> [NSDictionary] {
        try access.withLock {
            let rows = try page(of: plan.unpaged)
            let found = try RowDictionaries(plan, dictionaries).make(rows)
            if let failure { throw failure }
            return found
        }
    }

    /// The rows that a plan selects.
    ///
    /// - Throws: 134070 for a predicate or a sort key with a property that the entity lacks.
    private func page(of plan: FetchPlan) throws -> [RowView] {
        failure = nil
        var isWanted = ContiguousArray(repeating: false, count: model.count + 1)
        for layout in plan.family { isWanted[layout.number] = entities.contains(layout) }
        let predicate = RowPredicate(plan.predicate)
        var views: [RowView] = []
        var count = 0
        tables.forEach(root: plan.layout.rootNumber) { row in
            guard isWanted[row.key.entity], failure == nil else { return }
            count += 1
            let view = RowView(row, model[row.key.entity], self)
            if predicate.holds(view) { views.append(view) }
        }
        execution.charge(.storeRequests, 1)
        execution.charge(.predicatesEvaluated, count)
        views = RowOrder(plan.sortDescriptors).sorted(views)
        if let failure { throw failure }
        let rest = views.dropFirst(plan.offset)
        return plan.limit > 0 ? Array(rest.prefix(plan.limit)) : Array(rest)
    }

    func row(_ key: ObjectKey, layout: RowLayout) throws -> Row? {
        access.withLock {
            let row = tables.row(key, root: layout.rootNumber)
            row?.retainSlab()
            return row
        }
    }

    func members(
        of key: ObjectKey, layout: RowLayout, relationship: RelationshipLayout
    ) throws -> [ObjectKey] {
        access.withLock { tables.members(of: key, relationship) }
    }

    func reserveKeys(for layouts: [RowLayout]) throws -> [ObjectKey] {
        access.withLock { tables.takeKeys(for: layouts) }
    }

    // MARK: Writing

    // All rows are in memory: there is no writer between reading and saving them to wait for.
    func holdingWriter(_ body: () throws -> Void) throws { try body() }

    func save(
        _ changes: ChangeSet, of context: NSManagedObjectContext,
        beforeCommit: (() throws -> Void)?
    ) throws {
        try access.withLock {
            let save = AtomicSave(self, tables, context)
            try save.run(changes, beforeCommit) { try contents($0) }
        }
    }

    // MARK: The whole

    /// Everything that the store holds, with the given metadata.
    private func contents(_ metadata: [String: Any]) throws -> StoreContents {
        var contents = StoreContents(
            identifier: identifier, metadata: metadata, model: try ModelArchive.encode(model.model))
        tables.export(into: &contents, entities)
        return contents
    }

    /// - Throws: 259 for contents that do not fit their own model.
    private func load(_ contents: StoreContents, _ path: String) throws {
        guard tables.load(contents) else {
            throw CoreDataError.corruptFile(path, "a row does not fit the model")
        }
    }

    func readContents() throws -> StoreContents {
        try access.withLock { try contents(metadata ?? [:]) }
    }

    func adopt(_ contents: StoreContents) throws {
        try access.withLock {
            let url = url ?? Self.nowhere
            let fresh = RowTables(model: model, store: number)
            let former = tables
            tables = fresh
            do {
                try load(contents, url.path)
                identifier = contents.identifier
                adoptMetadata(contents.metadata)
                if let format {
                    let whole = try self.contents(contents.metadata)
                    try AtomicFile(url: url, format: format).write(whole)
                }
            } catch {
                tables = former
                throw error
            }
        }
    }
}

extension AtomicStore: RowReading {
    var viewedModel: ModelLayout { model }

    // The caller holds `access`: predicates read views within a request.
    func viewedRow(_ key: ObjectKey, layout: RowLayout) throws -> Row? {
        let row = tables.row(key, root: layout.rootNumber)
        row?.retainSlab()
        return row
    }

    func viewedMembers(
        of key: ObjectKey, layout: RowLayout, relationship: RelationshipLayout
    ) throws -> [ObjectKey] {
        tables.members(of: key, relationship)
    }

    func reference(ofStore number: Int) -> StoreReference? { reference }
}
