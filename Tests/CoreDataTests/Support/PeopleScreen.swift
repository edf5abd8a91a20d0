import CoreData
import Dispatch

/// A screen: its list, and whether it was asked to draw.
///
/// Written before main is called, and read there.
final class PeopleScreen: @unchecked Sendable {
    let container: NSPersistentContainer
    var tableData: [Person] = []
    var addressLabel: String?

    init(_ container: NSPersistentContainer) { self.container = container }

    /// The asynchronous fetch as it is mostly written: not on the context's queue.
    func load(_ reloadData: @escaping @Sendable () -> Void) throws {
        let backgroundContext = container.newBackgroundContext()
        try backgroundContext.execute(request(reloadData))
    }

    /// The same on the queue of the context.
    func loadOnQueue(_ reloadData: @escaping @Sendable () -> Void) throws {
        let backgroundContext = container.newBackgroundContext()
        try backgroundContext.performAndWait {
            _ = try backgroundContext.execute(request(reloadData))
        }
    }

    private func request(
        _ reloadData: @escaping @Sendable () -> Void
    ) -> NSAsynchronousFetchRequest<Person> {
        let ageKeyPath = "age"
        let fetchRequest = Person.fetchRequest() as NSFetchRequest<Person>
        fetchRequest.predicate = NSPredicate(format: "%K > 13", ageKeyPath)
        fetchRequest.sortDescriptors = [NSSortDescriptor(key: ageKeyPath, ascending: true)]
        return NSAsynchronousFetchRequest(fetchRequest: fetchRequest) { [weak self] result in
            guard let self = self, let people = result.finalResult else { return }
            self.tableData = people
            DispatchQueue.main.async { reloadData() }
        }
    }

    /// Puts the address of a person on the label, on main.
    func show(_ objectId: NSManagedObjectID, _ done: @escaping @Sendable () -> Void) {
        DispatchQueue.main.async { [weak self] in
            guard let self = self else { return }
            let person = self.container.viewContext.object(with: objectId) as? Person
            self.addressLabel = person?.address
            done()
        }
    }
}
