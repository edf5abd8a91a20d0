import CoreData
import Execution

/// A server's answer, and the import of it in a background task.
enum PeopleImport {
    static let json: [[String: any Sendable]] = [
        ["name": "Ada", "age": 36, "address": "London"],
        ["name": "Bo", "age": 12, "address": "Malmö"],
        ["name": "Cy", "age": 14, "address": "Athens"],
    ]

    /// An app without people.
    static func stack() throws -> CoreDataStack { try CoreDataStack(Person.model()) }

    /// Imports them; whether that ran on main.
    static func run(_ container: NSPersistentContainer) async -> Bool {
        await withCheckedContinuation { continuation in
            container.performBackgroundTask { context in
                for json in json {
                    let person = Person(context: context)
                    person.populate(from: json)
                }
                do {
                    try context.save()
                } catch {
                    fatalError("Failed to save context: \(error)")
                }
                continuation.resume(returning: Executions.current.isOnMainThread)
            }
        }
    }
}
