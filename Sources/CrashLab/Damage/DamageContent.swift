import CoreData
import Foundation

/// The content of a store or a context of `DamageModel`, a line for each object.
///
///     Note 1: first            City 4: BB            Country BB
struct DamageContent: Hashable, Sendable {
    /// In order; two objects with one key are two lines.
    private(set) var lines: [String]

    init(lines: [String] = []) {
        self.lines = lines.sorted()
    }

    /// Fetches everything.
    ///
    /// - Precondition: on the context's queue.
    /// - Throws: the store's error.
    init(of context: NSManagedObjectContext) throws {
        var lines: [String] = []
        for entity in ["Note", "City", "Country"] {
            let request = NSFetchRequest<NSManagedObject>(entityName: entity)
            request.returnsObjectsAsFaults = false
            lines += try context.fetch(request).map(Self.line)
        }
        self.init(lines: lines)
    }

    /// The line of an object.
    ///
    /// - Precondition: on its context's queue; its values can be read.
    static func line(of object: NSManagedObject) -> String {
        let number = (object.value(forKey: Self.keyName(of: object)) as? NSNumber)?.description
        switch object.entity.name {
        case "Note":
            let text = object.value(forKey: "text") as? String
            return "Note \(number ?? "nil"): \(text ?? "nil")"
        case "City":
            let country = object.value(forKey: "country") as? NSManagedObject
            let code = country?.value(forKey: "code") as? String
            return "City \(number ?? "nil"): \(code ?? "nil")"
        default:
            return "Country \(object.value(forKey: "code") as? String ?? "nil")"
        }
    }

    private static func keyName(of object: NSManagedObject) -> String {
        object.entity.name == "Country" ? "code" : "number"
    }

    /// The lines that are new or otherwise than in another content.
    func lines(differingFrom other: DamageContent) -> [String] {
        let known = Set(other.lines)
        return lines.filter { !known.contains($0) }
    }

    /// The difference from the expected content, in a few words; `nil` if there is none.
    func difference(from expected: DamageContent) -> String? {
        guard self != expected else { return nil }
        let extra = lines(differingFrom: expected)
        let missing = expected.lines(differingFrom: self)
        if extra.isEmpty, missing.isEmpty { return "the same objects more than once" }
        return [("too much", extra), ("missing", missing)].filter { !$0.1.isEmpty }
            .map { "\($0.0): \($0.1.prefix(3).joined(separator: ", "))" }
            .joined(separator: "; ")
    }
}
