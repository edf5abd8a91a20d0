import Results

/// Writes a topology as the file that `TopologyFile` reads: all keys, each with its possible
/// values.
///
/// A key that has no effect on this topology is written as a comment.
package struct TopologyWriter {
    private let topology: Topology

    /// - Precondition: `topology.check()` holds.
    package init(_ topology: Topology) {
        self.topology = topology
    }

    /// The file's text.
    package var text: String {
        let sections = [
            head, contexts, roles, routes, merges, flush, saving, coordinators, history, submission,
        ]
        return sections.joined(separator: "\n") + "\n"
    }

    /// The file's lines that have an effect on a stack: without comments, schema, name and origin.
    package var definition: [String] {
        [contexts, roles, routes, merges, flush, saving, coordinators, history, submission]
            .joined(separator: "\n").split(separator: "\n").map(String.init)
            .filter { !$0.hasPrefix("#") }
    }

    private var head: String {
        (TopologyDrawing(topology).picture.map { "#   " + $0 } + [
            "",
            "# What is written here stands over the `topology:` of a workload; a key that is",
            "# left out yields to it.",
            "schema: 1",
            "name: \(topology.name)",
            "# Where the layout comes from.",
            "origin: \(Self.quoted(topology.origin))",
        ]).joined(separator: "\n")
    }

    private var contexts: String {
        """
        # queue: \(Self.list(ContextLayout.Queue.self)).
        # parent: coordinator, coordinator 2 (and so on), or another context.
        # merge-policy: \(Self.list(MergePolicyName.self)).
        # saves: \(Self.list(ContextLayout.Saves.self)).
        # generation, of a context on a coordinator: \(Self.list(ContextLayout.Generation.self)).
        contexts:
        """
            + topology.contexts.map { context in
                "\n  - { name: \(context.name), queue: \(context.queue.rawValue), "
                    + "parent: \(context.parent), merge-policy: \(context.mergePolicy.rawValue), "
                    + "saves: \(context.saves.rawValue)"
                    + (context.generation == .newest ? "" : ",\n      generation: pinned") + " }"
            }.joined()
    }

    private var roles: String {
        let entries = Role.allCases.compactMap { role in
            topology.roles[role].map { "\(role.rawValue): \($0)" }
        }
        return """
            # The context of each role: ui, importer and sync, which else works where importer does.
            roles: \(Self.mapping(entries))
            """
    }

    private var routes: String {
        let entries = topology.routes.map { "\($0.from): \(SaveRoute.text(of: $0.hops))" }
        return """
            # What a save passes after its own context: wait NAME (performAndWait) or enqueue NAME
            # (perform), with then between two: { worker: wait main then enqueue writer }.
            routes: \(Self.mapping(entries))
            # How the route is called: \(Self.list(SaveRoute.Style.self)).
            route-style: \(topology.routeStyle.rawValue)
            """
    }

    private var merges: String {
        let rules = topology.merges.map { merge in
            "\n  - { from: \(merge.from), to: \(merge.to), mode: \(merge.mode.rawValue), "
                + "by: \(merge.delivery.rawValue) }"
        }.joined()
        return """
            # Whose saves arrive where: { from: NAME, to: NAME, mode: …, by: … }.
            # mode: \(Self.list(MergeRule.Mode.self)).
            # by: \(Self.list(MergeRule.Delivery.self)).
            merges:\(rules.isEmpty ? " []" : rules)
            """
    }

    private var flush: String {
        let hasEffect = !topology.flushedContexts.isEmpty
        return """
            # When the last hop is saved, where it is enqueued\(hasEffect ? "" : " (here none is)"):
            # immediate, every <time>, idle <time> (since the user's last operation) or lifecycle.
            \(hasEffect ? "" : "# ")flush: \(topology.flush)
            """
    }

    private var saving: String {
        """
        # Whether a context without changes is not asked to save.
        save-only-if-changed: \(topology.savesOnlyIfChanged)
        """
    }

    private var coordinators: String {
        """
        # Coordinators on the one store file.
        coordinators: \(topology.coordinators)
        # Connections to the store: a number, or default. With 1 the coordinator is serial.
        pool: \(topology.poolSize.map(String.init) ?? "default")
        """
    }

    /// A store that records no history is the file's default.
    private var history: String {
        let isRecorded = topology.history != .off
        return """
            # The store's history: off, keep, purge-after-merge, or purge-older <time>.
            \(isRecorded ? "" : "# ")history: \(topology.history)
            # Where the merges of mode history read it: \(Self.list(HistoryReading.self)).
            \(topology.followsHistory ? "" : "# ")history-read: \(topology.historyReading.rawValue)
            """
    }

    private var submission: String {
        let isPrivate = topology.roles[.ui].flatMap(topology.context(named:))?.queue == .private
        return """
            # How background work is submitted: perform, perform-and-wait, perform-and-wait-on-main,
            # background-task, operation or async.
            submission: \(topology.submission.rawValue)
            # How the ui's work is, on a private queue\(isPrivate ? "" : " (here it is on main)"):
            # perform or perform-and-wait.
            \(isPrivate ? "" : "# ")ui-submission: \(topology.uiSubmission.rawValue)
            """
    }

    private static func mapping(_ entries: [String]) -> String {
        entries.isEmpty ? "{}" : "{ \(entries.joined(separator: ", ")) }"
    }

    /// YAML's double quotes, in which only the characters that are escaped here have a meaning.
    private static func quoted(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("\n", with: " ")
        return "\"\(escaped)\""
    }

    private static func list<Word>(_: Word.Type) -> String
    where Word: RawRepresentable & CaseIterable, Word.RawValue == String {
        let words = Word.allCases.map(\.rawValue)
        return words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    }
}
