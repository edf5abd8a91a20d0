import CoreData

/// The partners of one operation's objects: each is found once, or created.
struct PartnerSearch {
    private let objects: OwnObjects
    private let find: ImporterRole.Find
    private let context: NSManagedObjectContext
    /// Of each entity, by their keys.
    private var known: [String: [OwnValue: NSManagedObject]] = [:]
    /// How many objects it fetched.
    private(set) var rows = 0
    /// How many it created.
    private(set) var created = 0

    init(
        _ objects: OwnObjects, _ find: ImporterRole.Find, in context: NSManagedObjectContext
    ) {
        self.objects = objects
        self.find = find
        self.context = context
    }

    /// Fetches the partners that are there; does nothing if each is fetched when it is needed.
    ///
    /// - Throws: the error of a failed fetch.
    mutating func look(for drafts: ArraySlice<OwnObjects.Draft>, hasParts: Bool = false) throws {
        guard find != .each else { return }
        var wanted = WantedKeys()
        for index in drafts.indices {
            if hasParts {
                drafts[index].visit { wanted.add($0.partners, of: $0.form) }
            } else {
                wanted.add(drafts[index].partners, of: drafts[index].form)
            }
        }
        for (name, keys) in wanted.keys {
            guard let search = objects.content.entity(name).flatMap({ KeySearch($0, find) }) else {
                continue
            }
            let found = try search.objects(keys, in: context)
            known[name, default: [:]].merge(found) { $1 }
            rows += found.count
        }
    }

    /// The keys of objects that drafts refer to, each once, in the order in which they are met.
    private struct WantedKeys {
        private(set) var keys: [(entity: String, keys: [OwnValue])] = []
        private var seen: [Set<OwnValue>] = []

        mutating func add(_ partners: [[OwnValue]], of form: ObjectForm) {
            for index in partners.indices {
                let entity = form.entity.partners[index].entity
                let place = keys.firstIndex { $0.entity == entity } ?? append(entity)
                for key in partners[index] where seen[place].insert(key).inserted {
                    keys[place].keys.append(key)
                }
            }
        }

        private mutating func append(_ entity: String) -> Int {
            keys.append((entity, []))
            seen.append([])
            return keys.count - 1
        }
    }

    /// A partner that is there; `nil` if it is not.
    ///
    /// - Throws: the error of a failed fetch.
    mutating func found(_ key: PartnerKey) throws -> NSManagedObject? {
        if let object = known[key.entity]?[key.key] { return object }
        guard find == .each,
            let search = objects.content.entity(key.entity).flatMap({ KeySearch($0, find) }),
            let object = try search.object(key.key, in: context)
        else { return nil }
        rows += 1
        return object
    }

    /// The partners of an object in one relationship.
    ///
    /// - Throws: the error of a failed fetch.
    mutating func objects(_ entity: String, _ keys: [OwnValue]) throws -> [NSManagedObject] {
        var found: [NSManagedObject] = []
        found.reserveCapacity(keys.count)
        for key in keys {
            if let object = try object(PartnerKey(entity: entity, key: key)) {
                found.append(object)
            }
        }
        return found
    }

    /// A partner that is found, or created.
    ///
    /// - Returns: `nil` for a key that the content does not make.
    /// - Throws: the error of a failed fetch.
    mutating func object(_ key: PartnerKey) throws -> NSManagedObject? {
        if let object = try found(key) { return object }
        guard let draft = objects.partner(key) else { return nil }
        let object = NSEntityDescription.insertNewObject(
            forEntityName: draft.entity.name, into: context)
        objects.set(draft, on: object)
        created += 1
        // One that is looked for each time is found in the context from now on.
        if find != .each { known[key.entity, default: [:]][key.key] = object }
        return object
    }
}
