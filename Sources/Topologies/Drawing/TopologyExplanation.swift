import Documents
import Results

/// A topology in prose: its drawing, its promise, the order of saves and merges, and their costs.
///
/// All of it follows from the fields, so variants and one's own topologies are explained, too.
package struct TopologyExplanation {
    private let topology: Topology

    /// - Precondition: `topology.check()` holds.
    package init(_ topology: Topology) {
        self.topology = topology
    }

    /// Paragraphs, each one line of any length, or lines that are to stay as they are.
    package var paragraphs: [String] {
        guard topology.maker == .fields else {
            return [
                "\(topology.name) is \(topology.origin).",
                TopologyDrawing(topology).picture.map { "    " + $0 }.joined(separator: "\n"),
                "These are the contexts that it has shown when it was opened; how it saves and "
                    + "merges is known to its code alone.",
                "Promise: \(topology.promise).",
            ]
        }
        return [
            "\(topology.name). Comes from \(topology.origin).",
            TopologyDrawing(topology).picture.map { "    " + $0 }.joined(separator: "\n"),
            "Promise: \(topology.promise).",
            "Saves. \(saves)", "Merges. \(merges)\(generations)",
            "Cost. \(costs.joined(separator: " "))",
            fields,
        ]
    }

    // MARK: Saves and merges

    private var saves: String {
        var sentences: [String] = []
        for role in Role.allCases where role.needsContext {
            guard let context = topology.contextName(of: role) else { continue }
            if role == .sync, topology.roles[.sync] == nil {
                sentences.append("sync works where the importer does.")
            } else {
                sentences.append("\(role.rawValue) works in \(route(from: context)).")
            }
        }
        if topology.savesOnlyIfChanged {
            sentences.append("A context without changes is not asked to save.")
        } else {
            sentences.append("Contexts are asked to save even where they have no changes.")
        }
        return sentences.joined(separator: " ")
    }

    /// `worker; a save passes it, then main, which is waited for`.
    private func route(from context: String) -> String {
        if topology.context(named: context)?.saves == .atTermination {
            return "\(context), which is not saved before the app terminates"
        }
        let route = topology.route(from: context)
        guard !route.hops.isEmpty else {
            let isRoot = topology.context(named: context)?.isRoot == true
            return "\(context); its save " + (isRoot ? "commits" : "stops at its parent")
        }
        let hops = route.hops.map { hop in
            guard hop.manner == .enqueue else { return "\(hop.context), which is waited for" }
            let when = topology.flushedContext(of: route) == hop.context
            return "\(hop.context), asked without waiting" + (when ? " (\(topology.flush))" : "")
        }
        return "\(context); a save passes it, then \(hops.joined(separator: ", then "))"
    }

    private var merges: String {
        guard !topology.merges.isEmpty else {
            return topology.contexts.count == 1
                ? "There is one context, and nothing to merge."
                : "None: a context sees the saves of others when it fetches."
        }
        return topology.merges.map { merge in
            let how: String =
                switch merge.mode {
                case .didSave: "takes over the saved changes from its did-save notification"
                case .didSaveFaulting:
                    "fetches the updated objects, and takes over its did-save notification"
                case .automatic: "follows its saves by itself"
                case .objectIDs: "takes over the saved changes by object IDs"
                case .refetch: "refreshes its objects, and the ui fetches again"
                case .history: "takes over what the store's history has after its last token"
                }
            let isEnqueued = merge.mode == .automatic || merge.mode == .refetch
            let delivery = isEnqueued ? "" : ", by \(merge.delivery.rawValue)"
            return "When \(merge.from) has saved, \(merge.to) \(how)\(delivery)."
        }.joined(separator: " ")
    }

    /// The contexts that read an older state than the newest, each a sentence.
    private var generations: String {
        topology.contexts.filter { $0.generation == .pinned }.map { context in
            " \(context.name) is pinned: its fetches and faults see one state of the store,"
                + " until it saves, merges or fetches its list again."
        }.joined()
    }

    // MARK: Costs

    /// The costs for the main queue, the user's edits and SQLite, a sentence each.
    private var costs: [String] {
        var costs: [String] = []
        if let importer = topology.roles[.importer] { costs += importing(in: importer) }
        if let ui = topology.roles[.ui] { costs += using(ui) }
        for merge in topology.merges where topology.context(named: merge.to)?.queue == .main {
            let waits = merge.delivery == .performAndWait && merge.mode != .automatic
            costs.append(
                "The main queue takes over the changes of \(merge.from) after each of its saves"
                    + (waits && merge.mode != .refetch ? "; \(merge.from) waits for it." : "."))
        }
        costs += recording
        if topology.coordinators > 1 {
            costs.append(
                "Each of the \(topology.coordinators) coordinators keeps its own rows in memory, "
                    + "and SQLite's locks stand between their saves.")
        }
        if topology.poolSize == 1 {
            costs.append("One connection serves all: a fetch waits for the save before it.")
        }
        return costs
    }

    /// What history and generations cost.
    private var recording: [String] {
        var costs: [String] = []
        if topology.history != .off {
            costs.append(
                "Each save writes its changes into the history, too, in the same transaction.")
        }
        if topology.followsHistory {
            let onMain = topology.historyFollowers.contains {
                topology.context(named: $0)?.queue == .main
            }
            if topology.historyReading == .inReceiver, onMain {
                costs.append(
                    "The main queue reads the history after each write to the store, its own too.")
            }
            costs.append("Saves that follow each other quickly arrive together, later than alone.")
        }
        switch topology.history {
        case .off: break
        case .keep: costs.append("The history is never purged, and grows with each save.")
        case .purgeAfterMerge:
            costs.append("Each purge is a transaction of its own, for which saves wait.")
        case .purgeOlder(let age):
            costs.append(
                "Every \(age.text) a purge deletes what is older, and saves wait for it; a reader"
                    + " that comes later than that must read everything anew.")
        }
        if topology.contexts.contains(where: { $0.generation == .pinned }) {
            costs.append("While a context is pinned, SQLite's log cannot begin anew, and grows.")
        }
        return costs
    }

    private func importing(in context: String) -> [String] {
        let chain = topology.ancestry(of: context)
        if chain.first?.queue == .main {
            return ["Imports run on the main queue: the user waits for each batch."]
        }
        if let main = chain.dropFirst().first(where: { $0.queue == .main }) {
            let passes = topology.route(from: context).hops.contains { $0.context == main.name }
            let commits =
                main.isRoot && passes ? ", and writes it to SQLite there" : ""
            return [
                "Imports work beside the main queue, but each save hands its whole batch to "
                    + "\(main.name) on the main queue\(commits); their fetches go through it, "
                    + "too."
            ]
        }
        return ["Imports leave the main queue alone but for merges."]
    }

    private func using(_ context: String) -> [String] {
        guard let layout = topology.context(named: context) else { return [] }
        if layout.queue == .private {
            return [
                "The ui works on a private queue: by \(topology.uiSubmission.rawValue) it waits "
                    + "for any other work of \(context)."
            ] + deadlock(of: context)
        }
        if let parent = layout.parentName {
            return [
                "The ui's fetches go through \(parent), and wait while \(parent) saves."
            ]
        }
        return ["The ui's own saves are written to SQLite on the main queue."]
    }

    /// Where the main queue and a context that it waits for may come to wait for each other.
    private func deadlock(of context: String) -> [String] {
        let waiting: [SubmissionStyle] = [.performAndWait, .performAndWaitOnMain]
        guard waiting.contains(topology.uiSubmission),
            let main = topology.ancestry(of: context).dropFirst().first(where: {
                $0.queue == .main
            })
        else { return [] }
        return [
            "What \(context) does on another thread, as at the end of an asynchronous fetch, must "
                + "not need \(main.name), as a fault does: if the main queue waits for "
                + "\(context) at that moment, neither goes on."
        ]
    }

    // MARK: Fields

    private var fields: String {
        let fields = TopologyField.all(of: topology)
        let names = fields.map(\.name.count).max() ?? 0
        return "The fields, to be set as \(topology.name):field=value, with their values here:\n"
            + fields.map { "  \($0.name.padded(to: names))  \($0.value(topology))" }
            .joined(separator: "\n")
    }
}
