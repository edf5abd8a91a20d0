import CoreData

/// An object that reads its name in capitals by key.
final class Shouter: NSManagedObject {
    override func value(forKey key: String) -> Any? {
        let value = super.value(forKey: key)
        return key == "name" ? (value as? String)?.uppercased() : value
    }
}
