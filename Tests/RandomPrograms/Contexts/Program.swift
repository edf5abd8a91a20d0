import CoreData

/// A program over some contexts: the steps of each, one after the other.
///
/// Objects are named by a number that each keeps for good. A step whose object is missing at its
/// position is skipped: so any step can be left out of a program.
package struct Program: CustomStringConvertible {
    package enum Kind: String, CaseIterable {
        case author = "Author"
        case book = "Book"
        case tag = "Tag"

        /// The one to-many relationship that each of them has.
        package var toMany: String { self == .book ? "tags" : "books" }
        /// The kind of its members.
        var memberKind: Kind { self == .book ? .tag : .book }
    }

    package enum Property: String, CaseIterable {
        case x, y, author
    }

    package enum Policy: String, CaseIterable {
        case error, storeTrump, objectTrump, overwrite, rollback

        var mergePolicy: NSMergePolicy {
            switch self {
            case .error: .error
            case .storeTrump: .mergeByPropertyStoreTrump
            case .objectTrump: .mergeByPropertyObjectTrump
            case .overwrite: .overwrite
            case .rollback: .rollback
            }
        }
    }

    package enum Filter: Equatable {
        case all
        case xIs(Int)
        case yAbove(Int)
        /// Books of an author that the context holds.
        case authorIs(Int)
    }

    package enum Operation: Equatable {
        case insert(Kind, Int, x: Int)
        case set(Int, Property, Int?)
        case relate(book: Int, author: Int?)
        case setMembers(Int, [Int])
        case delete(Int)
        case fetch(Kind, Filter)
        case read(Int)
        case readMembers(Int)
        case save(Policy)
        /// Merges the last save of another context.
        case merge(from: Int)
        case refresh(Int, merging: Bool)
        case refreshAll
        case reset
        case rollback
        /// Lets every object go that the program holds in the context.
        case release
    }

    package struct Step: Equatable, CustomStringConvertible {
        let context: Int
        package let operation: Operation

        package init(context: Int, operation: Operation) {
            self.context = context
            self.operation = operation
        }

        var isSave: Bool {
            if case .save = operation { true } else { false }
        }

        package var description: String { "context \(context): \(operation)" }
    }

    package struct Context: Equatable {
        /// The context above; `nil` for one on the coordinator.
        let parent: Int?
        /// Whether it merges saves by itself.
        let isAutomatic: Bool

        package init(parent: Int?, isAutomatic: Bool) {
            self.parent = parent
            self.isAutomatic = isAutomatic
        }
    }

    let contexts: [Context]
    /// Whether objects get permanent IDs when they are inserted.
    let usesPermanentIDs: Bool
    package var steps: [Step]

    package init(contexts: [Context], usesPermanentIDs: Bool, steps: [Step]) {
        self.contexts = contexts
        self.usesPermanentIDs = usesPermanentIDs
        self.steps = steps
    }

    func hasParent(_ context: Int) -> Bool { contexts[context].parent != nil }

    /// Whether a context is below another one.
    func isContext(_ lower: Int, below upper: Int) -> Bool {
        guard let parent = contexts[lower].parent else { return false }
        return parent == upper || isContext(parent, below: upper)
    }

    package var description: String {
        let tree = contexts.enumerated().map { index, context in
            "context \(index) \(context.parent.map { "below \($0)" } ?? "on the coordinator")"
                + (context.isAutomatic ? ", merging automatically" : "")
        }
        return
            (tree + [usesPermanentIDs ? "permanent IDs" : "temporary IDs"]
            + steps.map(\.description)).joined(separator: "\n")
    }
}
