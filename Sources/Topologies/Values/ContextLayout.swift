/// One context of a topology: its queue, its parent, and its way to settle conflicts.
package struct ContextLayout: Hashable, Sendable, Codable {
    /// The kind of queue that a context lives on.
    package enum Queue: String, CaseIterable, Sendable, Codable {
        case main
        case `private`
    }

    /// The source of a context's fetches and the target of its saves.
    package enum Parent: Hashable, Sendable, Codable {
        /// A coordinator, counted from 1.
        case coordinator(Int)
        /// Another context, by name.
        case context(String)
    }

    /// When a context is saved.
    package enum Saves: String, CaseIterable, Sendable, Codable {
        /// When a role has edited in it, or a route comes to it.
        case onRequest = "on-request"
        /// Only when the app terminates; calling save in it has no effect.
        case atTermination = "at-termination"
    }

    /// The state of the store that a context's fetches and faults see.
    package enum Generation: String, CaseIterable, Sendable, Codable {
        /// The newest at each read.
        case newest
        /// One query generation, until the context saves, merges or fetches its list again.
        case pinned
    }

    package var name: String
    package var queue: Queue
    package var parent: Parent
    package var mergePolicy: MergePolicyName
    package var saves: Saves
    package var generation: Generation

    package init(
        _ name: String, _ queue: Queue, on parent: Parent = .coordinator(1),
        mergePolicy: MergePolicyName = .error, saves: Saves = .onRequest,
        generation: Generation = .newest
    ) {
        self.name = name
        self.queue = queue
        self.parent = parent
        self.mergePolicy = mergePolicy
        self.saves = saves
        self.generation = generation
    }

    /// Whether the context stands on a coordinator, so that its save commits.
    package var isRoot: Bool {
        if case .coordinator = parent { true } else { false }
    }

    /// The name of the parent context; `nil` for a root.
    package var parentName: String? {
        if case .context(let name) = parent { name } else { nil }
    }
}

extension ContextLayout.Parent: CustomStringConvertible {
    package var description: String {
        switch self {
        case .coordinator(1): "coordinator"
        case .coordinator(let number): "coordinator \(number)"
        case .context(let name): name
        }
    }

    /// Reads the form that `description` writes.
    package init?(_ text: String) {
        let words = text.split(separator: " ")
        switch (words.first, words.count) {
        case ("coordinator", 1):
            self = .coordinator(1)
        case ("coordinator", 2):
            guard let number = Int(words[1]) else { return nil }
            self = .coordinator(number)
        case (let name?, 1):
            self = .context(String(name))
        default:
            return nil
        }
    }
}
