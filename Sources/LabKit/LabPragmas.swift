import CoreData
import Foundation

/// The pragmas among a store's options.
enum LabPragmas {
    /// Those that a workload names, and that figures of a loss of power rest on.
    static let named = ["journal_mode", "synchronous"]

    /// By names in lower case: SQLite tells no case.
    static func of(_ options: [AnyHashable: Any]?) -> [String: String] {
        let pragmas = options?[NSSQLitePragmasOption]
        let all = pragmas as? [String: Any] ?? (pragmas as? NSDictionary) as? [String: Any] ?? [:]
        return Dictionary(
            all.sorted { $0.key < $1.key }.map { ($0.key.lowercased(), "\($0.value)") },
            uniquingKeysWith: { _, last in last })
    }

    /// A mode in the words of a workload's file: `synchronous` may be a number.
    static func mode(_ text: String) -> String {
        let numbers = ["0": "off", "1": "normal", "2": "full", "3": "extra"]
        return numbers[text] ?? text.lowercased()
    }
}
