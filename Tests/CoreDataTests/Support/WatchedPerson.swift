import CoreData

/// A person whose accessors report to a log, as objects that are observed do.
class WatchedPerson: NSManagedObject {
    var log: [String] = []

    override init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
        super.init(entity: entity, insertInto: context)
        log.append("made")
    }

    convenience init(name: String, in context: NSManagedObjectContext) {
        self.init(context: context)
        setValue(name, forKey: "name")
    }

    override func willChangeValue(forKey key: String) {
        log.append("will \(key)")
        super.willChangeValue(forKey: key)
    }

    override func didChangeValue(forKey key: String) {
        log.append("did \(key)")
        super.didChangeValue(forKey: key)
    }

    override func changedValues() -> [String: Any] {
        super.changedValues().merging(["watched": true]) { first, _ in first }
    }
}
