import CoreData

/// The partners of one operation's objects: each is found once, or created.
struct PartnerSearch {
    private let objects: OwnObjects
    private let find: ImporterRole.Find
    private let context: NSManagedObjectContext
    private var known: [PartnerKey: NSManagedObject] = [:]
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
    mutating func look(for drafts: [OwnObjects.Draft], hasParts: Bool = false) throws {
        guard find != .each else { return }
        var wanted: [(entity: String, keys: [OwnValue])] = []
        var seen: Set<PartnerKey> = []
        for draft in drafts {
            let keys = hasParts ? draft.allPartnerKeys : draft.partnerKeys
            for partner in keys where seen.insert(partner).inserted {
                if let place = wanted.firstIndex(where: { $0.entity == partner.entity }) {
                    wanted[place].keys.append(partner.key)
                } else {
                    wanted.append((partner.entity, [partner.key]))
                }
            }
        }
        for (name, keys) in wanted {
            guard let search = objects.content.entity(name).flatMap({ KeySearch($0, find) }) else {
                continue
            }
            for (key, object) in try search.objects(keys, in: context) {
                known[PartnerKey(entity: name, key: key)] = object
                rows += 1
            }
        }
    }

    /// A partner that is there; `nil` if it is not.
    ///
    /// - Throws: the error of a failed fetch.
    mutating func found(_ key: PartnerKey) throws -> NSManagedObject? {
        if let object = known[key] { return object }
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
        let object = NSEntityDescription.insertNewObject(forEntityName: key.entity, into: context)
        objects.set(draft, on: object)
        created += 1
        // One that is looked for each time is found in the context from now on.
        if find != .each { known[key] = object }
        return object
    }
}
