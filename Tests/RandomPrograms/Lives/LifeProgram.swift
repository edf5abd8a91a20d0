import CoreData

/// A program over a stack of contexts that checks the identity of objects rather than their values:
/// IDs, untracked values, announcements, and their times.
///
/// The programs of `Program` check values, relationships and conflicts. Here contexts may be on the
/// main queue, used without `perform`, and changes there are announced when the run loop turns; the
/// program keeps IDs and objects that outlive a save or a reset.
///
/// Objects are named by a number that each keeps for good. A step without an effect at its position
/// is skipped: so any step can be left out of a program.
struct LifeProgram: CustomStringConvertible {
    /// A part of the world that a program may leave out.
    ///
    /// Each program has a random half of them, so that an error in one part does not hide others.
    enum Feature: String, CaseIterable {
        case automatic, boxes, controllers, deletions, ids, mains, merges, notes, obtains
        case pendingExcluded, primitives, refreshes, refreshesInserted, resets, ghosts
        case secondDeletions, transients, wakings, willSaves, emptySaves
    }

    enum Kind: String, CaseIterable {
        case item = "Item"
        case box = "Box"
    }

    enum Property: String, CaseIterable {
        case x, y
        /// Set by `willSave`: tracked, and as a primitive value.
        case w, p
        /// Transient: set by the program, and by `awakeFromFetch`.
        case t, d
        case box

        var isTransient: Bool { self == .t || self == .d }
    }

    /// How an ID is used.
    enum Lookup: CaseIterable {
        case registered, object, existing
    }

    enum Operation: Equatable {
        /// `flags` are the acts of the object: see `LifeItem`.
        case insert(Kind, Int, x: Int?, flags: Int)
        case set(Int, Property, Int?)
        /// On an object that is to be saved anyway.
        case setPrimitive(Int, Property, Int?)
        /// On a clean one, which is turned into a fault afterwards.
        case setPrimitiveAside(Int, Property, Int?)
        case relate(item: Int, box: Int?)
        case delete(Int)
        case deleteAgain(Int)
        case fetch(Kind, above: Int?, includesPending: Bool)
        case read(Int)
        case save
        /// Merges the last save of another context.
        case merge(from: Int)
        case refresh(Int, merging: Bool)
        /// Turns an unsaved insertion into a fault, then rolls back.
        case refreshInserted(Int)
        case refreshAll
        case reset
        case rollback
        case process
        case release
        case obtain(Int)
        /// Keeps the object's ID under a number.
        case keepID(Int, place: Int)
        case look(Lookup, place: Int, asURI: Bool)
        /// Reads an object that was held when its context was reset.
        case readGhost(Int)
        /// Asks such an object for its ID for the first time.
        case askGhost(Int)
        /// Ends the turn of the run loop.
        case turn
    }

    struct Step: Equatable, CustomStringConvertible {
        let context: Int
        let operation: Operation
        /// On a private queue: whether the step is an event of its own (`perform`), or a part of a
        /// longer one (`performAndWait`).
        let isEvent: Bool

        var description: String {
            "context \(context): \(operation)\(isEvent ? ", as an event" : "")"
        }
    }

    struct Context: Equatable {
        /// The context above; `nil` for one on the coordinator.
        let parent: Int?
        let isMain: Bool
        /// Whether it merges saves by itself.
        let isAutomatic: Bool
        /// Whether a fetched results controller follows its items.
        let hasController: Bool
    }

    let features: Set<Feature>
    let contexts: [Context]
    var steps: [Step]

    var description: String {
        let tree = contexts.enumerated().map { index, context in
            "context \(index) \(context.parent.map { "below \($0)" } ?? "on the coordinator")"
                + (context.isMain ? ", on the main queue" : "")
                + (context.isAutomatic ? ", merging automatically" : "")
                + (context.hasController ? ", with a controller" : "")
        }
        let names = "features: \(features.map(\.rawValue).sorted().joined(separator: " "))"
        return (tree + [names] + steps.map(\.description)).joined(separator: "\n")
    }
}
