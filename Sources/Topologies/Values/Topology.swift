import Results

/// A stack layout: contexts, queues, parents, save routes, merges and flush policy.
///
/// A topology is a value, made from the catalogue and changed field by field
/// (`private-writer:flush=5s`); a `Stack` is built of it. `check()` throws if that is impossible.
package struct Topology: Hashable, Sendable, Codable {
    /// What makes the stacks of a topology.
    package enum Maker: String, Sendable, Codable {
        /// `TopologyStack`, by the topology's fields.
        case fields
        /// A class in Swift, registered under the topology's name (`CodedStack`). The fields only
        /// describe the contexts that it has shown.
        case code
    }

    package var name: String
    package var maker = Maker.fields
    /// The publication that describes the layout.
    package var origin: String
    /// In the order in which they are made and drawn: parents before children.
    package var contexts: [ContextLayout]
    /// Which context each role works through; `contextName(of:)` knows the defaults.
    package var roles: [Role: String]
    /// The routes that pass more than the context itself.
    package var routes: [SaveRoute]
    package var routeStyle: SaveRoute.Style
    package var merges: [MergeRule]
    /// The policy of the last hop, if that is an enqueued one; else it has no meaning.
    package var flush: FlushPolicy
    /// Whether a context without changes is not asked to save.
    package var savesOnlyIfChanged: Bool
    /// Coordinators on the one store file.
    package var coordinators: Int
    /// Connections to the store; `nil` leaves it to the engine, with 1 the coordinator is serial,
    /// as in iOS 9.
    package var poolSize: Int?
    /// Whether the store records its history, and when that is purged.
    package var history: HistoryRetention
    /// Where history is read for the merges that follow it; without them it has no meaning.
    package var historyReading: HistoryReading
    /// How work of the background roles is submitted.
    package var submission: SubmissionStyle
    /// The way of the ui's work onto a private queue, if its context has one.
    package var uiSubmission: SubmissionStyle
    /// The contexts of the importers after the first, each like the first one's; `nil` for none.
    package var furtherImporters: [String]?

    package init(
        name: String, origin: String, contexts: [ContextLayout], roles: [Role: String],
        routes: [SaveRoute] = [], routeStyle: SaveRoute.Style = .direct,
        merges: [MergeRule] = [], flush: FlushPolicy = .immediate,
        savesOnlyIfChanged: Bool = true, coordinators: Int = 1, poolSize: Int? = nil,
        history: HistoryRetention = .off, historyReading: HistoryReading = .apart,
        submission: SubmissionStyle = .perform, uiSubmission: SubmissionStyle = .performAndWait
    ) {
        self.name = name
        self.origin = origin
        self.contexts = contexts
        self.roles = roles
        self.routes = routes
        self.routeStyle = routeStyle
        self.merges = merges
        self.flush = flush
        self.savesOnlyIfChanged = savesOnlyIfChanged
        self.coordinators = coordinators
        self.poolSize = poolSize
        self.history = history
        self.historyReading = historyReading
        self.submission = submission
        self.uiSubmission = uiSubmission
    }
}

extension Topology {
    package func context(named name: String) -> ContextLayout? {
        contexts.first { $0.name == name }
    }

    /// The route of a context's saves; one without hops if the topology names none.
    package func route(from context: String) -> SaveRoute {
        routes.first { $0.from == context } ?? SaveRoute(from: context, [])
    }

    /// The context that the flush policy decides about: the end of `route`, when it is enqueued.
    package func flushedContext(of route: SaveRoute) -> String? {
        guard let last = route.hops.last, last.manner == .enqueue else { return nil }
        return last.context
    }

    /// Every context that the flush policy decides about, in the order of the contexts.
    package var flushedContexts: [String] {
        let names = Set(routes.compactMap { flushedContext(of: $0) })
        return contexts.map(\.name).filter(names.contains)
    }

    /// The contexts from this one up to its root, itself first.
    ///
    /// - Precondition: the topology is checked; a cycle of parents ends the list.
    package func ancestry(of context: String) -> [ContextLayout] {
        var chain: [ContextLayout] = []
        var name: String? = context
        while let wanted = name, let layout = self.context(named: wanted),
            !chain.contains(layout)
        {
            chain.append(layout)
            name = layout.parentName
        }
        return chain
    }

    /// The contexts that a context's save has reached when the app believes it saved.
    package func savedReach(from context: String) -> [String] {
        [context] + route(from: context).waitedHops.map(\.context)
    }

    /// The name of the context that a role works through; `nil` if it needs none.
    package func contextName(of role: Role) -> String? {
        roles[role] ?? (role == .sync ? roles[.importer] : nil)
    }

    /// Whether a context is made anew for each piece of work, and gone after it.
    package func isPerTask(_ context: String) -> Bool {
        submission == .backgroundTask && context != roles[.ui]
            && (importerContexts.contains(context) || context == roles[.sync])
    }

    /// Whether a context merges by the history of its store.
    package var followsHistory: Bool { merges.contains { $0.mode == .history } }

    /// The contexts that merge by history, each once, in the order of the merges.
    package var historyFollowers: [String] {
        var seen: Set<String> = []
        return merges.filter { $0.mode == .history }.map(\.to).filter { seen.insert($0).inserted }
    }

    /// The name of the context that reads history for one that follows it.
    package func historyReader(of follower: String) -> String {
        historyReading == .apart ? "history of \(follower)" : follower
    }

    /// The roles that the topology names for a context, in the order of `Role`.
    package func roles(of context: String) -> [Role] {
        Role.allCases.filter { roles[$0] == context }
    }
}
