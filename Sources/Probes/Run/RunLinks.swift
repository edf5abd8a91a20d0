import CoreData
import Execution
import Foundation
import Results
import Topologies

/// The facts about the stack that its probe needs, fixed from the run's begin on.
final class RunLinks: @unchecked Sendable {
    // The contexts are only messaged on their own queues, from their notifications and from the
    // observer's calls there; all else is immutable.
    let uiContext: NSManagedObjectContext?
    /// Whether the importer and the ui work in one context, which shows imported objects at once.
    let isShared: Bool
    /// Contexts on private queues whose parent lives on the main queue.
    let pushingToMain: Set<String>
    /// Contexts on private queues that a main-queue context merges save by save.
    ///
    /// A merge by history may bring several saves, and its block belongs to none of them.
    let mergedIntoMain: Set<String>
    let coordinators: [NSPersistentStoreCoordinator]
    /// For each context that commits: its coordinator's number, from 1.
    let coordinatorNumbers: [String: Int]
    /// The ui's coordinator, if the importer has another.
    private let uiCoordinator: NSPersistentStoreCoordinator?
    /// The roles whose saves return before the store has the saved edits.
    let silentRoles: [String]

    init(_ stack: any Stack) {
        let topology = stack.topology
        silentRoles = topology.silentRoles
        let hasUI = topology.roles[.ui] != nil
        let hasImporter = topology.roles[.importer] != nil
        uiContext = hasUI ? stack.context(for: .ui) : nil
        isShared = hasUI && hasImporter && stack.isShared(.ui, .importer)
        let privates = topology.contexts.filter { $0.queue == .private }
        func isOnMain(_ name: String?) -> Bool {
            name.flatMap(topology.context(named:))?.queue == .main
        }
        pushingToMain = Set(privates.filter { isOnMain($0.parentName) }.map(\.name))
        let merges = topology.merges.filter {
            $0.mode != .refetch && $0.mode != .history && isOnMain($0.to) && !isOnMain($0.from)
        }
        mergedIntoMain = Set(merges.map(\.from))
        coordinators = stack.coordinators
        var numbers: [String: Int] = [:]
        for context in topology.contexts {
            if case .coordinator(let number) = context.parent { numbers[context.name] = number }
        }
        // A reader of history commits what it purges.
        for follower in topology.historyFollowers {
            numbers[topology.historyReader(of: follower)] = numbers[follower]
        }
        coordinatorNumbers = numbers
        let isElsewhere = { (left: Role, right: Role) in
            func root(_ role: Role) -> ContextLayout? {
                topology.contextName(of: role).flatMap { topology.ancestry(of: $0).last }
            }
            return root(left)?.parent != root(right)?.parent
        }
        uiCoordinator =
            hasUI && hasImporter && isElsewhere(.ui, .importer)
            ? Self.coordinator(above: stack.context(for: .ui)) : nil
    }

    private static func coordinator(
        above context: NSManagedObjectContext
    ) -> NSPersistentStoreCoordinator? {
        context.persistentStoreCoordinator ?? context.parent.flatMap(coordinator(above:))
    }

    /// The saves to which blocks of the main queue may belong.
    func savesOnMain(_ saves: some Sequence<SaveRecord>) -> [BlockAttribution.Save] {
        saves.compactMap { save in
            let pushes = pushingToMain.contains(save.context)
            let isMerged = mergedIntoMain.contains(save.context)
            guard pushes || isMerged, let operation = save.operation else { return nil }
            return BlockAttribution.Save(
                began: Instant(nanoseconds: save.began), ended: Instant(nanoseconds: save.ended),
                operation: operation, pushesToMain: pushes, isMergedIntoMain: isMerged)
        }
    }

    /// An imported object's ID as the ui's context knows it.
    func idForUI(_ id: NSManagedObjectID) -> NSManagedObjectID {
        guard let uiCoordinator, !id.isTemporaryID else { return id }
        return uiCoordinator.managedObjectID(forURIRepresentation: id.uriRepresentation()) ?? id
    }
}
