import CoreData
import LabKit
import Testing

/// Types for their names alone.
private class Unopened {
    required init(on store: LabStore) throws { throw CancellationError() }
    var uiContext: NSManagedObjectContext { NSManagedObjectContext(.mainQueue) }
    func performImport(_ work: @escaping @Sendable (NSManagedObjectContext) -> Void) {}
    func save(
        _ context: NSManagedObjectContext, believed: @escaping @Sendable ((any Error)?) -> Void
    ) {}
    func flush(_ occasion: FlushOccasion, done: @escaping @Sendable () -> Void) {}
}

private final class OnePerBatch: Unopened, AppStack {}
private final class SQLStack: Unopened, AppStack {}
private final class LosesASave: Unopened, AppStack {}
private final class Shop2: Unopened, AppStack {}

struct `The name of a stack` {
    @Test func `It is the type's in lower case, word by word`() {
        let types: [any AppStack.Type] = [
            OnePerBatch.self, SQLStack.self, LosesASave.self, Shop2.self,
        ]
        #expect(
            types.map { $0.stackName } == ["one-per-batch", "sql-stack", "loses-a-save", "shop2"])
    }
}
