extension LifeWorld {
    /// The expected result of a step.
    enum Answer: Equatable {
        case nothing
        case fetched(Set<Int>)
        case saved(Outcome)
        /// The object that an ID leads to; `nil` for none.
        case found(Int?)
    }

    /// Takes a step, or throws `Skip` and is as before.
    mutating func take(_ step: LifeProgram.Step) throws -> Answer {
        let before = self
        heard = heard.map { _ in Heard() }
        updates = updates.map { _ in [:] }
        do {
            if step.operation == .turn {
                try turn()
            } else {
                try requireNoOpenDeletions(above: step.context)
            }
            let answer = try perform(step.operation, step.context)
            if step.isEvent, step.operation != .turn, !program.contexts[step.context].isMain {
                try endEvent(step.context)
            }
            purge()
            readWhatIsCompared()
            return answer
        } catch {
            self = before
            throw error
        }
    }

    /// The held objects are compared after each step, which reads their values.
    private mutating func readWhatIsCompared() {
        for context in contexts.indices {
            for (number, entry) in contexts[context].sorted(by: { $0.key < $1.key })
            where entry.isHeld && entry.isAlive && entry.isOutdated {
                readOutdated(number, in: context)
            }
            // Between events a controller's list is the former one.
            guard events[context].all.isEmpty else { continue }
            for number in lists[context].sorted() { try? fire(number, in: context) }
        }
    }

    /// A child's view of a deletion whose rules were not applied yet is not documented.
    private func requireNoOpenDeletions(above context: Int) throws {
        for ancestor in ancestors(context) where !events[ancestor].unpropagated.isEmpty {
            throw Skip()
        }
    }

    private mutating func perform(
        _ operation: LifeProgram.Operation, _ context: Int
    ) throws -> Answer {
        switch operation {
        case .insert(let kind, let number, let x, let flags):
            try insert(kind, number, x, flags, in: context)
        case .set(let number, let property, let value):
            try requireHeld(number, in: context)
            try set(number, property, value, in: context)
        case .setPrimitive(let number, let property, let value):
            guard try requireHeld(number, in: context).isPending else { throw Skip() }
            setPrimitive(number, property, value, in: context)
        case .setPrimitiveAside(let number, _, _):
            guard try !requireHeld(number, in: context).isPending else { throw Skip() }
            try fire(number, in: context)
            try refresh(number, merging: false, in: context)
        case .relate(let item, let box): try requireRelatable(item, box, in: context)
        case .delete(let number): try requireDeletable(number, in: context)
        case .deleteAgain(let number):
            guard let entry = contexts[context][number], entry.isHeld, entry.isDeleted,
                !entry.isGone
            else { throw Skip() }
            try delete(number, in: context)
        case .fetch(let kind, let above, let includesPending):
            return try fetchAndHold(kind, above, includesPending, context)
        case .read(let number):
            try requireHeld(number, in: context)
            try fire(number, in: context)
        case .save: return .saved(try save(context))
        case .merge(let other):
            guard isMergeable(from: other, into: context), let saved = saves[other] else {
                throw Skip()
            }
            try merge(saved, into: context)
        case .refresh(let number, let merging):
            try requireHeld(number, in: context)
            try refresh(number, merging: merging, in: context)
        case .refreshInserted(let number):
            guard try requireHeld(number, in: context).isInserted else { throw Skip() }
            try rollback(context)
        case .refreshAll: try refreshAll(context)
        case .reset: reset(context)
        case .rollback: try rollback(context)
        case .process: try endEvent(context)
        case .release:
            for number in contexts[context].keys { contexts[context][number]!.isHeld = false }
        case .obtain, .keepID, .look, .readGhost, .askGhost:
            return try performOnIDs(operation, context)
        case .turn: break
        }
        return .nothing
    }

    private mutating func insert(
        _ kind: Kind, _ number: Int, _ x: Int?, _ flags: Int, in context: Int
    ) throws {
        guard kinds[number] == nil else { throw Skip() }
        var entry = LifeEntry(kind)
        entry.own = Row(kind, x: x, flags: flags)
        // What `awakeFromInsert` sets.
        entry.own![.y] = 5
        entry.isFault = false
        entry.isInserted = true
        entry.isOriginal = true
        entry.isHeld = true
        entry.insertions = 1
        contexts[context][number] = entry
        events[context].inserted.insert(number)
        kinds[number] = kind
    }

    /// Boxes are filled while they are new; the other programs test later changes in a stack of
    /// contexts.
    private mutating func requireRelatable(
        _ item: Int, _ box: Int?, in context: Int
    ) throws {
        guard try requireHeld(item, in: context).kind == .item else { throw Skip() }
        if let box {
            let entry = try requireHeld(box, in: context)
            guard entry.kind == .box, entry.isInserted else { throw Skip() }
        }
        try fire(item, in: context)
        if let former = contexts[context][item]!.own![.box] {
            guard contexts[context][former]?.isInserted ?? false else { throw Skip() }
        }
        try relate(item, to: box, in: context)
    }

    private mutating func requireDeletable(_ number: Int, in context: Int) throws {
        let entry = try requireHeld(number, in: context)
        if entry.kind == .box {
            guard entry.isInserted || !relatedBoxes.contains(number) else { throw Skip() }
        } else {
            try fire(number, in: context)
            if let box = contexts[context][number]!.own![.box] {
                guard contexts[context][box]?.isInserted ?? false else { throw Skip() }
            }
        }
        try delete(number, in: context)
    }

    private mutating func fetchAndHold(
        _ kind: Kind, _ above: Int?, _ includesPending: Bool, _ context: Int
    ) throws -> Answer {
        try endEvent(context)
        guard includesPending else { return try fetchStored(kind, context) }
        let found = fetch(kind, above: above, in: context)
        for (number, row) in found {
            if contexts[context][number] == nil {
                register(number, kind, in: context)
                contexts[context][number]!.take(row)
            }
            contexts[context][number]!.isHeld = true
            try fire(number, in: context)
        }
        return .fetched(Set(found.keys))
    }

    /// Fetches without pending changes: the store's content, whatever was changed or deleted here
    /// since.
    private mutating func fetchStored(_ kind: Kind, _ context: Int) throws -> Answer {
        guard parent(context) == nil else { throw Skip() }
        let found = rows.filter { $0.value.kind == kind }
        for (number, row) in found {
            if let entry = contexts[context][number] {
                guard !entry.isGone else { throw Skip() }
                if entry.isFault { contexts[context][number]!.take(row) }
            } else {
                register(number, kind, in: context)
                contexts[context][number]!.take(row)
            }
            try fire(number, in: context)
            if contexts[context][number]!.isAlive { contexts[context][number]!.isHeld = true }
        }
        return .fetched(Set(found.keys))
    }

    @discardableResult
    func requireHeld(_ number: Int, in context: Int) throws -> LifeEntry {
        guard let entry = contexts[context][number], entry.isHeld, entry.isAlive else {
            throw Skip()
        }
        return entry
    }
}
