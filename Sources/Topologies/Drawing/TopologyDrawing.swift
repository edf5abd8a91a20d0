import Documents
import Results

/// A topology drawn in plain text: a box for each context, an arrow for each save.
///
/// It is made from the value, so that a variant is drawn as it is. Children stand above the parent
/// that they save into, roots above their coordinator:
///
///     ┌──────────────┐
///     │ main         │
///     │ main queue   │
///     │ ui, importer │
///     └───────┬──────┘
///             │ save, enqueue every 1s
///     ┌───────▼───────┐
///     │ writer        │
///     │ private queue │
///     └───────┬───────┘
///             │ save
///     ┌───────▼─────┐
///     │ coordinator │
///     └──────┬──────┘
///          store
package struct TopologyDrawing: CustomStringConvertible {
    private let topology: Topology

    /// - Precondition: `topology.check()` holds.
    package init(_ topology: Topology) {
        self.topology = topology
    }

    package var description: String { lines.joined(separator: "\n") }

    /// The lines of the picture and of its legend, without line ends.
    package var lines: [String] {
        picture + notes
    }

    /// The boxes and arrows alone.
    package var picture: [String] {
        let coordinators = (1...topology.coordinators).map { number in
            let roots = topology.contexts.filter { $0.parent == .coordinator(number) }
            let name = ContextLayout.Parent.coordinator(number).description
            return DrawingBlock(
                box: [name + pool], below: roots.map { (block(for: $0), "save") })
        }
        if coordinators.count == 1 {
            return coordinators[0].lines + [coordinators[0].caption("store")]
        }
        return DrawingBlock(box: ["one store file"], below: coordinators.map { ($0, "") }).lines
    }

    private var pool: String {
        topology.poolSize.map { ", pool of \($0)" } ?? ""
    }

    private func block(for context: ContextLayout) -> DrawingBlock {
        var text = [context.name, "\(context.queue.rawValue) queue"]
        let roles = topology.roles(of: context.name).map(\.rawValue)
        if !roles.isEmpty { text.append(roles.joined(separator: ", ")) }
        if topology.isPerTask(context.name) { text.append("one for each task") }
        if context.saves == .atTermination { text.append("saved at termination") }
        if context.generation == .pinned { text.append("pinned generation") }
        if context.mergePolicy != .error { text.append(context.mergePolicy.rawValue) }
        let children = topology.contexts.filter { $0.parentName == context.name }
        return DrawingBlock(
            box: text, below: children.map { (block(for: $0), label(from: $0, to: context)) })
    }

    /// The label of an arrow: the child's save, and the way in which the parent is then asked to
    /// save.
    private func label(from child: ContextLayout, to parent: ContextLayout) -> String {
        for route in topology.routes {
            let contexts = [route.from] + route.hops.map(\.context)
            for (index, hop) in route.hops.enumerated()
            where contexts[index] == child.name && hop.context == parent.name {
                let flushes = topology.flushedContext(of: route) == hop.context
                let when = flushes ? " \(topology.flush)" : ""
                return "save, \(hop.manner.rawValue)\(when)"
            }
        }
        return "save"
    }

    /// Routes and merges in words, a line each.
    private var notes: [String] {
        guard topology.maker == .fields else {
            return ["drawn as its code has shown it; how it saves and merges is its own"]
        }
        var notes: [String] = []
        for role in Role.allCases {
            guard let context = topology.roles[role] else { continue }
            notes.append("\(role.rawValue): \(topology.routeText(from: context))")
        }
        if topology.routeStyle != .direct {
            notes.append("the route is called by \(topology.routeStyle.rawValue)")
        }
        if topology.submission != .perform {
            notes.append("background work is submitted by \(topology.submission.rawValue)")
        }
        for merge in topology.merges {
            let isEnqueued = merge.mode == .automatic || merge.mode == .refetch
            let how = isEnqueued ? "" : " by \(merge.delivery.rawValue)"
            notes.append("merge: \(merge.from) ──\(merge.mode.rawValue)──▶ \(merge.to)\(how)")
        }
        if topology.history != .off { notes.append("history: \(topology.historyText)") }
        return notes
    }
}

extension Topology {
    /// What becomes of the history, and where it is read: `purged after merges, read apart`.
    fileprivate var historyText: String {
        let kept: String =
            switch history {
            case .off: "none"
            case .keep: "kept"
            case .purgeAfterMerge: "purged after merges"
            case .purgeOlder(let age): "purged when older than \(age.text)"
            }
        guard followsHistory else { return kept }
        switch historyReading {
        case .apart: return kept + ", read on a queue of its own"
        case .inReceiver:
            return kept + ", read by \(historyFollowers.joined(separator: ", "))"
        }
    }

    /// A context's save route in words: `child, wait main: saved and committed`.
    package func routeText(from context: String) -> String {
        if self.context(named: context)?.saves == .atTermination {
            return "\(context): not saved before termination"
        }
        let route = route(from: context)
        var text = context
        for hop in route.waitedHops { text += ", wait \(hop.context)" }
        guard !route.enqueuedHops.isEmpty else {
            let isCommitted = durability(from: context) == .committed
            return text
                + (isCommitted ? ": saved and committed" : ": saved, \(commit(from: context))")
        }
        text += ": saved"
        for hop in route.enqueuedHops {
            let isFlushed = flushedContext(of: route) == hop.context
            text += ", \(hop.manner.rawValue) \(hop.context)\(isFlushed ? " \(flush)" : "")"
        }
        return text + ": " + commit(from: context)
    }

    /// When changes that a context has saved are committed.
    private func commit(from context: String) -> String {
        switch durability(from: context) {
        case .held(let holder, savedByOthers: true): "committed with a save of \(holder)"
        case .held, .unsaved: "committed at termination"
        case .committed, .flushed: "committed"
        }
    }
}
