import CoreData

/// The partners of one operation's objects: each is found once, or created.
///
/// Their entities are known by their places in the content: a partner is asked for with each object
/// of an import, and its entity's name would be hashed each time.
struct PartnerSearch {
    private let objects: OwnObjects
    private let find: ImporterRole.Find
    private let context: NSManagedObjectContext
    /// Of each entity of the content, in its order, by their keys.
    private var known: [[OwnValue: NSManagedObject]]
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
        known = Array(repeating: [:], count: objects.forms.count)
    }

    /// Fetches the partners that are there; does nothing if each is fetched when it is needed.
    ///
    /// - Throws: the error of a failed fetch.
    mutating func look(for drafts: ArraySlice<OwnObjects.Draft>, hasParts: Bool = false) throws {
        guard find != .each else { return }
        var wanted = WantedKeys(entities: known.count)
        for draft in drafts {
            if hasParts {
                draft.visit { wanted.add($0.partners, of: $0.form) }
            } else {
                wanted.add(draft.partners, of: draft.form)
            }
        }
        for entity in wanted.entities {
            guard let search = KeySearch(objects.forms[entity].entity, find) else { continue }
            let found = try search.objects(wanted.keys[entity], in: context)
            known[entity].merge(found) { $1 }
            rows += found.count
        }
    }

    /// The keys of objects that drafts refer to, each once, in the order in which they are met.
    private struct WantedKeys {
        /// The entities that are referred to, in the order in which they are met.
        private(set) var entities: [Int] = []
        /// Of each entity of the content.
        private(set) var keys: [[OwnValue]]
        private var seen: [Set<OwnValue>]

        init(entities count: Int) {
            keys = Array(repeating: [], count: count)
            seen = Array(repeating: [], count: count)
        }

        mutating func add(_ partners: [[OwnValue]], of form: ObjectForm) {
            for index in partners.indices {
                let entity = form.partners[index].entity
                if !entities.contains(entity) { entities.append(entity) }
                for key in partners[index] where seen[entity].insert(key).inserted {
                    keys[entity].append(key)
                }
            }
        }
    }

    /// A partner that is there; `nil` if it is not.
    ///
    /// - Parameter entity: its place in the content.
    /// - Throws: the error of a failed fetch.
    mutating func found(_ key: OwnValue, entity: Int) throws -> NSManagedObject? {
        if let object = known[entity][key] { return object }
        guard find == .each, let search = KeySearch(objects.forms[entity].entity, find),
            let object = try search.object(key, in: context)
        else { return nil }
        rows += 1
        return object
    }

    /// A partner that is found, or created.
    ///
    /// - Parameter entity: its place in the content.
    /// - Returns: `nil` for a key that the content does not make.
    /// - Throws: the error of a failed fetch.
    mutating func object(_ key: OwnValue, entity: Int) throws -> NSManagedObject? {
        if let object = try found(key, entity: entity) { return object }
        let wanted = PartnerKey(entity: objects.forms[entity].name, key: key)
        guard let draft = objects.partner(wanted) else { return nil }
        let object = NSEntityDescription.insertNewObject(
            forEntityName: draft.form.name, into: context)
        objects.set(draft, on: object)
        created += 1
        // One that is looked for each time is found in the context from now on.
        if find != .each { known[entity][key] = object }
        return object
    }

    /// Finds or creates the partners of a draft, and joins an object with them.
    ///
    /// - Parameter joins: whether it joins them.
    /// - Throws: the error of a failed fetch.
    mutating func join(
        _ object: NSManagedObject, _ draft: OwnObjects.Draft, joins: Bool = true
    ) throws {
        for index in draft.partners.indices {
            let keys = draft.partners[index]
            let entity = draft.form.partners[index].entity
            guard draft.form.partners[index].isToMany else {
                let other = try keys.first.flatMap { try self.object($0, entity: entity) }
                if joins { object.setValue(other, forKey: draft.form.partners[index].name) }
                continue
            }
            let others = try keys.compactMap { try self.object($0, entity: entity) }
            if joins { object.set(others[...], draft.form.partners[index]) }
        }
    }
}

extension NSManagedObject {
    /// Sets a relationship to partners.
    func set(_ partners: ArraySlice<NSManagedObject>, _ relationship: ObjectForm.Partner) {
        guard relationship.isToMany else {
            return setValue(partners.first, forKey: relationship.name)
        }
        setValue(
            relationship.isOrdered ? NSOrderedSet(array: Array(partners)) : Set(partners),
            forKey: relationship.name)
    }
}
