import Documents
import Results

/// A field of a topology that can be set from outside: its name, its value as text, its setter.
///
/// One table serves `--topology NAME:field=value`, the `topology` section of a workload and `lab
/// explain`, so that every field that is shown can be set.
package struct TopologyField: Sendable {
    package let name: String
    /// The forms of its values, for messages.
    package let forms: String
    /// The value that a topology has.
    package let value: @Sendable (Topology) -> String
    /// Sets the field; `false` if the text is not a value of it.
    let set: @Sendable (inout Topology, String) -> Bool

    /// The fields that a topology has, in the order in which they are listed.
    ///
    /// A topology lacks a field that would have no effect on it: `flush` without an enqueued hop,
    /// `merge` without a merge.
    package static func all(of topology: Topology) -> [TopologyField] {
        // Code is changed in its file.
        guard topology.maker == .fields else { return [] }
        var fields: [TopologyField] = []
        if !topology.flushedContexts.isEmpty { fields.append(flush) }
        if !topology.merges.isEmpty { fields += [mergeMode, mergeDelivery] }
        fields += [route, submission]
        if topology.roles[.ui].flatMap(topology.context(named:))?.queue == .private {
            fields.append(uiSubmission)
        }
        fields += [savesOnlyIfChanged, mergePolicy, pool, coordinators, history]
        if topology.followsHistory { fields.append(historyReading) }
        if let ui = topology.roles[.ui], topology.context(named: ui)?.isRoot == true {
            fields.append(generation)
        }
        for role in Role.allCases where role.needsContext { fields.append(context(of: role)) }
        for index in topology.contexts.indices {
            fields += self.fields(of: topology.contexts[index].name, at: index)
        }
        return fields
    }
}

extension TopologyField {
    private static let flush = TopologyField(
        name: "flush", forms: FlushPolicy.forms, value: { $0.flush.description },
        set: { topology, text in
            guard let flush = FlushPolicy(text) else { return false }
            topology.flush = flush
            return true
        })

    private static let route = word(
        "route", \.routeStyle, of: SaveRoute.Style.self)

    private static let submission = word("submission", \.submission, of: SubmissionStyle.self)

    private static let uiSubmission = TopologyField(
        name: "ui-submission", forms: "perform or perform-and-wait",
        value: { $0.uiSubmission.rawValue },
        set: { topology, text in
            guard let style = SubmissionStyle(rawValue: text),
                style == .perform || style == .performAndWait
            else { return false }
            topology.uiSubmission = style
            return true
        })

    private static let savesOnlyIfChanged = TopologyField(
        name: "save-only-if-changed", forms: "true or false",
        value: { String($0.savesOnlyIfChanged) },
        set: { topology, text in
            guard let value = Bool(text) else { return false }
            topology.savesOnlyIfChanged = value
            return true
        })

    private static let mergeMode = TopologyField(
        name: "merge", forms: list(MergeRule.Mode.self) + " or none",
        value: { $0.merges.first?.mode.rawValue ?? "none" },
        set: { topology, text in
            if text == "none" {
                topology.merges = []
                if topology.history.isPurged { topology.history = .keep }
                return true
            }
            guard let mode = MergeRule.Mode(rawValue: text) else { return false }
            for index in topology.merges.indices { topology.merges[index].mode = mode }
            // No merge can follow a history that is not recorded, and none purges it unless it
            // follows it.
            if mode == .history, topology.history == .off { topology.history = .keep }
            if mode != .history, topology.history.isPurged { topology.history = .keep }
            return true
        })

    private static let mergeDelivery = TopologyField(
        name: "merge-by", forms: list(MergeRule.Delivery.self),
        value: { $0.merges.first?.delivery.rawValue ?? "perform" },
        set: { topology, text in
            guard let delivery = MergeRule.Delivery(rawValue: text) else { return false }
            for index in topology.merges.indices { topology.merges[index].delivery = delivery }
            return true
        })

    /// Of all contexts at once.
    private static let mergePolicy = TopologyField(
        name: "merge-policy", forms: list(MergePolicyName.self),
        value: { topology in
            let names = topology.contexts.map(\.mergePolicy.rawValue)
            return Set(names).count == 1 ? names[0] : "of each context its own"
        },
        set: { topology, text in
            guard let policy = MergePolicyName(rawValue: text) else { return false }
            for index in topology.contexts.indices { topology.contexts[index].mergePolicy = policy }
            return true
        })

    private static let pool = TopologyField(
        name: "pool", forms: "a number of connections from 1 on, or default",
        value: { $0.poolSize.map(String.init) ?? "default" },
        set: { topology, text in
            guard text == "default" || Int(text) != nil else { return false }
            topology.poolSize = Int(text)
            return true
        })

    private static let coordinators = TopologyField(
        name: "coordinators", forms: "a number from 1 on",
        value: { String($0.coordinators) },
        set: { topology, text in
            guard let number = Int(text) else { return false }
            topology.coordinators = number
            return true
        })

    private static let history = TopologyField(
        name: "history", forms: HistoryRetention.forms, value: { $0.history.description },
        set: { topology, text in
            guard let history = HistoryRetention(text) else { return false }
            topology.history = history
            return true
        })

    private static let historyReading = word(
        "history-read", \.historyReading, of: HistoryReading.self)

    /// Of the ui's context.
    private static let generation = TopologyField(
        name: "generation", forms: list(ContextLayout.Generation.self),
        value: { topology in
            topology.roles[.ui].flatMap(topology.context(named:))?.generation.rawValue ?? "none"
        },
        set: { topology, text in
            guard let generation = ContextLayout.Generation(rawValue: text),
                let index = topology.contexts.firstIndex(where: { $0.name == topology.roles[.ui] })
            else { return false }
            topology.contexts[index].generation = generation
            return true
        })

    private static func context(of role: Role) -> TopologyField {
        TopologyField(
            name: role.rawValue, forms: "the name of a context",
            value: { $0.contextName(of: role) ?? "none" },
            set: { topology, text in
                guard topology.context(named: text) != nil else { return false }
                // A context that is the role's default already stays implicit.
                if topology.contextName(of: role) != text { topology.roles[role] = text }
                return true
            })
    }

    /// The fields of one context, named after it: `main.queue`.
    private static func fields(of name: String, at index: Int) -> [TopologyField] {
        [
            word("\(name).queue", \.contexts[index].queue, of: ContextLayout.Queue.self),
            word(
                "\(name).merge-policy", \.contexts[index].mergePolicy, of: MergePolicyName.self),
            word("\(name).saves", \.contexts[index].saves, of: ContextLayout.Saves.self),
            word(
                "\(name).generation", \.contexts[index].generation,
                of: ContextLayout.Generation.self),
            TopologyField(
                name: "\(name).parent", forms: "the name of a context, or coordinator <number>",
                value: { $0.contexts[index].parent.description },
                set: { topology, text in
                    guard let parent = ContextLayout.Parent(text) else { return false }
                    topology.contexts[index].parent = parent
                    return true
                }),
            TopologyField(
                name: "\(name).hops",
                forms: "none, or such as wait main then enqueue writer",
                value: { SaveRoute.text(of: $0.route(from: name).hops) },
                set: { topology, text in
                    guard let hops = SaveRoute.hops(text) else { return false }
                    let index = topology.routes.firstIndex { $0.from == name }
                    if hops.isEmpty {
                        topology.routes.removeAll { $0.from == name }
                    } else if let index {
                        topology.routes[index].hops = hops
                    } else {
                        topology.routes.append(SaveRoute(from: name, hops))
                    }
                    return true
                }),
        ]
    }

    /// A field that takes one of an enumeration's words.
    private static func word<Word>(
        _ name: String, _ path: WritableKeyPath<Topology, Word> & Sendable, of _: Word.Type
    ) -> TopologyField
    where Word: RawRepresentable & CaseIterable & Sendable, Word.RawValue == String {
        TopologyField(
            name: name, forms: list(Word.self), value: { $0[keyPath: path].rawValue },
            set: { topology, text in
                guard let word = Word(rawValue: text) else { return false }
                topology[keyPath: path] = word
                return true
            })
    }

    private static func list<Word>(_: Word.Type) -> String
    where Word: RawRepresentable & CaseIterable, Word.RawValue == String {
        let words = Word.allCases.map(\.rawValue)
        guard words.count > 1 else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " or " + words.last!
    }
}
