import CoreData
import Foundation

/// The pragmas among a store's options.
enum LabPragmas {
    /// Those that a workload names, and that figures of a loss of power rest on.
    static let named = ["journal_mode", "synchronous"]

    static func of(_ options: [AnyHashable: Any]?) -> [String: String] {
        let pragmas = options?[NSSQLitePragmasOption]
        let all = pragmas as? [String: Any] ?? (pragmas as? NSDictionary) as? [String: Any] ?? [:]
        return all.mapValues { "\($0)" }
    }
}
