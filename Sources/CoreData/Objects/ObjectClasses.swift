import Foundation
import Synchronization

/// Finds the class that a model names.
///
/// On Linux a class is known as `Module.Class` and the module of a model is not, so a bare name is
/// tried in every module that a class was registered or found from. `register(_:)` settles the
/// rest.
package enum ObjectClasses {
    private static let modules = Mutex<[String]>([])
    private static let registered = Mutex<[String: NSManagedObject.Type]>([:])

    /// Makes a class findable by its bare name: call it before the model is used.
    package static func register(_ type: NSManagedObject.Type) {
        let parts = NSStringFromClass(type).split(separator: ".").map(String.init)
        registered.withLock { $0[parts.last ?? ""] = type }
        if parts.count > 1 {
            modules.withLock { known in
                if !known.contains(parts[0]) { known.append(parts[0]) }
            }
        }
    }

    static func lookUp(_ name: String?) -> NSManagedObject.Type {
        guard let name, !name.isEmpty, name != "NSManagedObject" else {
            return NSManagedObject.self
        }
        let bare = name.split(separator: ".").last.map(String.init) ?? name
        if let type = registered.withLock({ $0[bare] }) { return type }
        if let type = NSClassFromString(name) as? NSManagedObject.Type { return type }
        for module in modules.withLock({ $0 }) {
            if let type = NSClassFromString("\(module).\(bare)") as? NSManagedObject.Type {
                return type
            }
        }
        return NSManagedObject.self
    }
}
