import CoreData

/// An app's stack in its own Swift, with what the lab must ask of it.
///
/// The lab opens one on an empty store in each of its processes, hands it the work of the user and
/// of the importer, and asks it to save as the app does. All contexts, queues and merges are the
/// stack's own.
///
///     final class TwoContexts: AppStack {
///         private let container: NSPersistentContainer
///
///         init(on store: LabStore) throws {
///             container = NSPersistentContainer(name: "App", managedObjectModel: store.model)
///             try store.open(on: container.persistentStoreCoordinator)
///             container.viewContext.automaticallyMergesChangesFromParent = true
///         }
///
///         var uiContext: NSManagedObjectContext { container.viewContext }
///
///         func performImport(_ work: @escaping @Sendable (NSManagedObjectContext) -> Void) {
///             container.performBackgroundTask { work($0) }
///         }
///
///         func save(
///             _ context: NSManagedObjectContext,
///             believed: @escaping @Sendable ((any Error)?) -> Void
///         ) {
///             do { try context.save() } catch { return believed(error) }
///             believed(nil)
///         }
///
///         func flush(_ occasion: FlushOccasion, done: @escaping @Sendable () -> Void) { … }
///     }
///
/// The calls come as an app's do: those of the user and of the app's life on the main queue, an
/// import on a queue of the lab's, as a network's answers come. What several of them use is for the
/// stack to protect.
public protocol AppStack: AnyObject, SendableMetatype {
    /// The name in tables and for `--topology`: the type's in lower case, `two-contexts` for
    /// `TwoContexts`, unless the type gives another.
    static var stackName: String { get }

    /// Opens the store, once, and makes the contexts that are there from the beginning.
    ///
    /// - Throws: the error with which the store was not opened; the run ends with it.
    init(on store: LabStore) throws

    /// The context of the user interface, the same one each time.
    var uiContext: NSManagedObjectContext { get }

    /// Runs work of the user, on the queue of `uiContext` and before it returns.
    ///
    /// Called on the main queue. Without an implementation it is `performAndWait` of `uiContext`.
    func performForUser(_ work: @escaping @Sendable (NSManagedObjectContext) -> Void)

    /// Runs one piece of an import in a context, on its queue: one that is kept, a new one, or one
    /// of a container's background task.
    ///
    /// Called off the main queue, with one piece after the other: the next comes when this one's
    /// work has run and its save has been answered. The work edits the context and then calls
    /// `save(_:believed:)` with it.
    func performImport(_ work: @escaping @Sendable (NSManagedObjectContext) -> Void)

    /// Runs what a server changes meanwhile; without an implementation as `performImport(_:)`.
    func performSync(_ work: @escaping @Sendable (NSManagedObjectContext) -> Void)

    /// Saves a context as the app does after an edit.
    ///
    /// Called on the context's queue, with the edits in the context.
    ///
    /// - Parameter believed: to be called once, when the app takes these edits for saved (`nil`) or
    ///   knows that they are not. Called on the context's queue it measures best; elsewhere the
    ///   lab goes there first.
    func save(
        _ context: NSManagedObjectContext, believed: @escaping @Sendable ((any Error)?) -> Void)

    /// Saves as the app does when it leaves the screen or is about to end.
    ///
    /// Called on the main queue.
    ///
    /// - Parameter done: to be called once, on any queue, when the app would let the system go on.
    func flush(_ occasion: FlushOccasion, done: @escaping @Sendable () -> Void)

    /// Brings what a batch request inserted to the user interface, as it posts no did-save.
    ///
    /// Called on the queue of `context`. Without an implementation it merges the IDs into
    /// `uiContext`.
    func didInsertInBatch(_ ids: [NSManagedObjectID], from context: NSManagedObjectContext)

    /// The user did something: for an app that flushes when the user pauses. Without an
    /// implementation it does nothing. Called on the main queue.
    func userDidAct()

    /// Ends timers and observers; the store stays open, and is read next.
    ///
    /// Called on the main queue after the last flush. Without an implementation it does nothing.
    func tearDown()
}

extension AppStack {
    /// The type's name in lower case, its words joined by hyphens.
    public static var stackName: String {
        let letters = Array(String(describing: Self.self))
        var name = ""
        for (index, letter) in letters.enumerated() {
            // `sql-stack` of `SQLStack`, `loses-a-save` of `LosesASave`.
            let followsWord = index > 0 && letters[index - 1].isLowercase
            let beginsWord = index + 1 < letters.count && letters[index + 1].isLowercase
            if index > 0, letter.isUppercase, followsWord || beginsWord { name += "-" }
            name += letter.lowercased()
        }
        return name
    }

    /// Runs the work by `performAndWait` of the ui context.
    public func performForUser(_ work: @escaping @Sendable (NSManagedObjectContext) -> Void) {
        let context = uiContext
        context.performAndWait { work(context) }
    }

    /// Runs the work as an import.
    public func performSync(_ work: @escaping @Sendable (NSManagedObjectContext) -> Void) {
        performImport(work)
    }

    /// Merges the IDs into the ui context, unless that made the request.
    public func didInsertInBatch(
        _ ids: [NSManagedObjectID], from context: NSManagedObjectContext
    ) {
        guard context !== uiContext else { return }
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [NSInsertedObjectsKey: ids], into: [uiContext])
    }

    /// Does nothing.
    public func userDidAct() {}

    /// Does nothing.
    public func tearDown() {}
}
