import Results

extension Topology {
    /// The distance between a change that the app believes saved and the store's file.
    package enum Durability: Hashable, Sendable {
        /// Nothing: a save is believed only when it is committed.
        case committed
        /// A context that is saved later, by the flush policy.
        case flushed(context: String, FlushPolicy)
        /// A context that no hop of the route saves, until the app terminates; or, saved by others,
        /// until a role that works in it, or saves through it, commits.
        case held(context: String, savedByOthers: Bool)
        /// No change is believed saved before the app terminates, because no save comes earlier.
        case unsaved(context: String)
    }

    /// The durability of changes saved in a context.
    package func durability(from context: String) -> Durability {
        if self.context(named: context)?.saves == .atTermination {
            return .unsaved(context: context)
        }
        let route = route(from: context)
        let passed = [context] + route.hops.map(\.context)
        let root = ancestry(of: context).last?.name ?? context
        guard passed.contains(root) else {
            let last = passed.last ?? context
            let holder = self.context(named: last)?.parentName ?? last
            return .held(context: holder, savedByOthers: isSavedByRole(holder))
        }
        if savedReach(from: context).contains(root) { return .committed }
        return .flushed(context: root, flush)
    }

    /// Whether a role's saves take a context's changes along, and are committed before the end.
    private func isSavedByRole(_ context: String) -> Bool {
        roles.values.contains { own in
            guard own == context || route(from: own).hops.contains(where: { $0.context == context })
            else { return false }
            return switch durability(from: own) {
            case .committed, .flushed: true
            case .held(_, let isSavedByOthers): isSavedByOthers
            case .unsaved: false
            }
        }
    }

    /// One line about durability: the saved changes that a crash can take.
    ///
    /// It follows from the fields, so it is true of variants, too.
    package var promise: String {
        guard maker == .fields else {
            return "its Swift code makes no promise that the lab can read: what a crash takes is"
                + " known from runs alone"
        }
        var kinds: [(durability: Durability, roles: [Role])] = []
        for role in Role.allCases {
            guard let context = roles[role] else { continue }
            let durability = durability(from: context)
            if let index = kinds.firstIndex(where: { $0.durability == durability }) {
                kinds[index].roles.append(role)
            } else {
                kinds.append((durability, [role]))
            }
        }
        if kinds.count == 1 { return kinds[0].durability.promise }
        return
            kinds
            .map { "\($0.roles.map(\.rawValue).joined(separator: ", ")): \($0.durability.promise)" }
            .joined(separator: "; ")
    }
}

extension Topology.Durability {
    /// The app's guarantee, in one line.
    package var promise: String {
        switch self {
        case .committed:
            "what is saved is committed: a kill takes nothing that the app believes saved"
        case .flushed(let context, .immediate):
            "saved changes are committed as soon as \(context) gets to it: a kill takes what it has"
                + " not got to"
        case .flushed(let context, .every(let time)):
            "\(context) commits saved changes every \(time.text): a kill takes up to so much"
        case .flushed(let context, .idle(let time)):
            "\(context) commits saved changes when the user has paused for \(time.text): a kill"
                + " takes what was saved since the last pause"
        case .flushed(let context, .lifecycle):
            "\(context) commits when the app goes to the background or terminates: a kill takes"
                + " all that was saved since"
        case .unsaved(let context):
            "\(context) is not saved before the app terminates: a kill takes every change, and no"
                + " save had promised otherwise"
        case .held(let context, savedByOthers: false):
            "saved changes stay in \(context) until the app terminates: a kill takes all of them"
        case .held(let context, savedByOthers: true):
            "saved changes stay in \(context) until a save of its own commits them, or the app"
                + " terminates: a kill takes what none has committed"
        }
    }
}
