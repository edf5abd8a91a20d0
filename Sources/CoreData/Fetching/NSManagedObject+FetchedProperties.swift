import Foundation

extension NSFetchedPropertyDescription {
    /// The fetch of the property; its predicate may have `$FETCH_SOURCE` and `$FETCHED_PROPERTY`.
    ///
    /// The model keeps a copy, and so does the caller.
    public final var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
        get {
            (request as? NSFetchRequest<any NSFetchRequestResult>)?
                .converted(to: (any NSFetchRequestResult).self) ?? template?.request()
        }
        set { request = newValue?.converted(to: (any NSFetchRequestResult).self) }
    }
}

extension NSFetchedPropertyDescription: KeyValueReadable {
    /// What a predicate can read of `$FETCHED_PROPERTY`.
    package func value(forKey key: String) -> Any? {
        switch key {
        case "name": name
        case "userInfo": userInfo as? [String: Any] ?? [:]
        case "entity": entity
        default:
            fatalError(
                """
                a fetched property is not key value coding-compliant for the key “\(key)”; ask for \
                its name, userInfo or entity
                """)
        }
    }
}

extension NSManagedObject {
    /// The result of a fetched property, kept until the object is a fault.
    func fetchedResults(ofProperty index: Int) -> [Any] {
        if !state.isDisjoint(with: .unread) { fireFault() }
        if let known = details?.fetched[index] { return known }
        guard let context = registry?.context else { return [] }
        let property = layout.fetchedProperties[index]
        guard let request = property.fetchRequest else {
            fatalError("\(property.path) has no fetch: set the fetchRequest of its description")
        }
        var substitution = PredicateSubstitution(variables: [
            "FETCH_SOURCE": self, "FETCHED_PROPERTY": property,
        ])
        substitution.readsPaths = true
        request.predicate = request.predicate.map(substitution.replaced)
        do {
            let results: [Any] = try context.fetch(request)
            extended().fetched[index] = results
            return results
        } catch {
            fatalError("CoreData could not fetch \(property.path): \(error)")
        }
    }
}
