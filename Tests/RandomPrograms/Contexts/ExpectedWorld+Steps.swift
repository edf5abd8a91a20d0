extension ExpectedWorld {
    /// The expected result of a step.
    enum Answer: Equatable {
        case nothing
        case fetched(Set<Int>)
        case members(Set<Int>)
        case saved(Outcome)
    }

    /// Takes a step, or throws `Skip` and is as before.
    mutating func take(_ step: Program.Step) throws -> Answer {
        restarted = []
        let before = self
        do {
            let answer = try perform(step.operation, step.context)
            startOverWhereClean()
            purge()
            return answer
        } catch {
            self = before
            throw error
        }
    }

    private mutating func perform(
        _ operation: Program.Operation, _ context: Int
    ) throws -> Answer {
        if isEstranged(context) {
            switch operation {
            case .set, .save, .rollback, .reset: break
            default: throw Skip()
            }
        }
        switch operation {
        case .insert(let kind, let number, let x):
            guard !isKnownAnywhere(number) else { throw Skip() }
            var entry = ExpectedEntry(kind)
            entry.own = Row(kind: kind, x: x)
            entry.isFault = false
            entry.isInserted = true
            entry.isHeld = true
            contexts[context][number] = entry
        case .set(let number, let property, let value):
            try requireHeld([number], in: context)
            try set(number, property, value, in: context)
        case .relate(let book, let author):
            try requireHeld([book] + (author.map { [$0] } ?? []), in: context)
            try relate(book, to: author, in: context)
        case .setMembers(let number, let members):
            try requireHeld([number] + members, in: context)
            try setMembers(number, Set(members), in: context)
        case .delete(let number):
            try requireHeld([number], in: context)
            try delete(number, in: context)
        case .fetch(let kind, let filter):
            return try fetchAndHold(kind, filter, context)
        case .read(let number):
            try requireHeld([number], in: context)
            try fire(number, in: context)
        case .readMembers(let number):
            try requireHeld([number], in: context)
            return .members(try members(number, in: context))
        case .save(let policy):
            return .saved(try save(context, self.policy(policy, in: context)))
        case .merge(let other):
            try merge(context, from: other)
        case .refresh(let number, let merging):
            try requireHeld([number], in: context)
            try refresh(number, merging: merging, in: context)
        case .refreshAll: refreshAll(context)
        case .reset: contexts[context] = [:]
        case .rollback: rollback(context)
        case .release:
            for number in contexts[context].keys { contexts[context][number]!.isHeld = false }
        }
        return .nothing
    }

    private mutating func fetchAndHold(
        _ kind: Program.Kind, _ filter: Program.Filter, _ context: Int
    ) throws -> Answer {
        if case .authorIs(let number) = filter { try requireHeld([number], in: context) }
        let found = fetch(kind, filter, in: context)
        for (number, row) in found {
            if contexts[context][number] == nil {
                register(number, kind, in: context)
                contexts[context][number]!.take(row)
            }
            contexts[context][number]!.isHeld = true
        }
        return .fetched(Set(found.keys))
    }

    private func requireHeld(_ numbers: [Int], in context: Int) throws {
        for number in numbers {
            guard let entry = contexts[context][number], entry.isHeld, entry.isAlive else {
                throw Skip()
            }
        }
    }

    private func isKnownAnywhere(_ number: Int) -> Bool {
        rows[number] != nil || contexts.contains { $0[number] != nil }
    }

    /// A context that finished its steps with temporary IDs begins anew.
    private mutating func startOverWhereClean() {
        for context in estranged.sorted()
        where !contexts[context].values.contains(where: { $0.isPending && !$0.isGone }) {
            contexts[context] = [:]
            estranged.remove(context)
            restarted.append(context)
        }
    }
}
