/// The contexts that a save passes after the one in which the change was made.
package struct SaveRoute: Hashable, Sendable, Codable {
    /// One further context, and how its save is asked for.
    package struct Hop: Hashable, Sendable, Codable {
        package enum Manner: String, CaseIterable, Sendable, Codable {
            /// By `performAndWait`: the caller goes on when the context has saved.
            case wait
            /// By `perform`, when the flush policy requests it: the caller goes on at once.
            case enqueue
        }

        package var manner: Manner
        package var context: String

        package init(_ manner: Manner, _ context: String) {
            self.manner = manner
            self.context = context
        }
    }

    /// How the first save of the route is called: the variants of the Cocoacasts episodes.
    package enum Style: String, CaseIterable, Sendable, Codable {
        /// `save()` on the spot: the caller is on the context's queue already.
        case direct
        /// The whole route inside `perform`, each further `perform` inside the former's block.
        case performInPerform = "perform-in-perform"
        /// The waited part inside `performAndWait`, and `perform` for the rest after it.
        case performAndWaitThenPerform = "perform-and-wait-then-perform"
    }

    /// The context in which the change was made.
    package var from: String
    package var hops: [Hop]

    package init(from: String, _ hops: [Hop]) {
        self.from = from
        self.hops = hops
    }

    /// The hops that are done when the app believes its change saved.
    package var waitedHops: ArraySlice<Hop> {
        hops.prefix { $0.manner == .wait }
    }

    /// The hops that follow without a waiting caller.
    package var enqueuedHops: ArraySlice<Hop> {
        hops.drop { $0.manner == .wait }
    }
}

extension SaveRoute {
    /// The hops as a field of a topology writes them: `wait main then enqueue writer`, or `none`.
    package static func text(of hops: [Hop]) -> String {
        if hops.isEmpty { return "none" }
        return hops.map { "\($0.manner.rawValue) \($0.context)" }.joined(separator: " then ")
    }

    /// Reads the form that `text(of:)` writes; `nil` if it is malformed.
    package static func hops(_ text: String) -> [Hop]? {
        if text == "none" { return [] }
        var hops: [Hop] = []
        var words = text.split(separator: " ").map(String.init)[...]
        while true {
            guard words.count >= 2, let manner = Hop.Manner(rawValue: words.removeFirst()) else {
                return nil
            }
            hops.append(Hop(manner, words.removeFirst()))
            if words.isEmpty { return hops }
            guard words.removeFirst() == "then" else { return nil }
        }
    }
}
