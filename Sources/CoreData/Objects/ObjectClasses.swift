import Foundation
import Synchronization

/// Finds the class that a model names.
///
/// Xcode writes `Car`, `.Car` or `Module.Car`. On Linux a class is registered as `Module.Car`, so a
/// name without module is looked up in all modules of the process. Nested and private classes
/// cannot be found: a layout learns them from the first use of the class, or the program registers
/// them.
enum ObjectClasses {
    /// By full name, and by bare name.
    private static let registered = Mutex<[String: NSManagedObject.Type]>([:])

    static func register(_ type: NSManagedObject.Type) {
        registered.withLock {
            $0[String(reflecting: type)] = type
            $0[bareName(of: type)] = type
        }
    }

    /// The last part of a class's name, as models use it.
    static func bareName(_ name: String) -> String {
        name.split(separator: ".").last.map(String.init) ?? name
    }

    /// A class's own name, without module and outer types.
    static func bareName(of type: NSManagedObject.Type) -> String {
        String(describing: type)
    }

    /// The class with this name.
    ///
    /// `nil` if no module has it, or several modules do, and none of them is the program itself.
    static func lookUp(_ name: String) -> NSManagedObject.Type? {
        let bare = bareName(name)
        if let type = registered.withLock({ $0[name] }) { return type }
        if name.split(separator: ".").count == 2,
            let type = NSClassFromString(name) as? NSManagedObject.Type
        {
            return type
        }
        if let type = registered.withLock({ $0[bare] }) { return type }
        let found = candidates(bare)
        return (found.count == 1 ? found.first : found.first { $0.module == mainModule })?.type
    }

    /// The modules that have a class with this bare name, for messages.
    static func modules(withClass name: String) -> [String] {
        candidates(name).map(\.module)
    }

    private static func candidates(
        _ bare: String
    ) -> [(module: String, type: NSManagedObject.Type)] {
        LoadedClasses.modules(withClass: bare).compactMap { module in
            (NSClassFromString("\(module).\(bare)") as? NSManagedObject.Type).map { (module, $0) }
        }
    }

    /// The module of the program, whose name and the process's come from the product.
    private static var mainModule: String {
        String(
            ProcessInfo.processInfo.processName.map {
                $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_"
            })
    }
}

extension NSManagedObjectModel {
    /// Registers classes by their bare names, for every model of the process.
    ///
    /// Apple's framework has no such call: Objective-C's runtime finds a class by its bare name.
    /// Here a class is found if it is neither nested in another type nor private. Any other class
    /// becomes known with its first `Car(context:)`, `Car.entity()`, `Car.fetchRequest()` or fetch
    /// of an `NSFetchRequest<Car>`. So call this only if the program first inserts objects of such
    /// a class by name, or reaches them through a relationship. The call also works after a
    /// coordinator took the model.
    public final class func registerClasses(_ types: NSManagedObject.Type...) {
        for type in types { ObjectClasses.register(type) }
    }

    /// Makes the objects of all entities plain, whatever classes the model names.
    ///
    /// For programs that read other programs' models.
    package final func usePlainObjects() {
        for entity in entities { entity.managedObjectClassName = "NSManagedObject" }
    }
}

extension ModelLayout {
    /// The layouts of the entities that name a class; layouts that lacked it learn it.
    func layouts(ofClass type: NSManagedObject.Type) -> [RowLayout] {
        if let layouts = byClass[ObjectIdentifier(type)] { return layouts }
        learn(type)
        return unfound.filter { !$0.namedClass.isMissing && $0.objectClass == type }
    }

    /// Gives the class to layouts that lack one of this name.
    @inline(__always)
    func learn<T>(_ type: T.Type) {
        if unfound.isEmpty { return }
        guard let type = type as? NSManagedObject.Type, type != NSManagedObject.self else { return }
        for layout in unfound { layout.namedClass.learn(type) }
    }
}

extension KnownModels {
    /// The entity that names a class, in the model that was used last.
    static func entity(ofClass type: NSManagedObject.Type) -> NSEntityDescription? {
        for model in latestFirst {
            if let layout = model.layouts(ofClass: type).first { return layout.entity }
        }
        return nil
    }
}
