// Edits in one context: both ends of a relationship are kept true, deletions spread by their rules.
extension ExpectedWorld {
    func kind(_ number: Int, in context: Int) throws -> Program.Kind {
        guard let entry = contexts[context][number] else { throw Skip() }
        return entry.kind
    }

    mutating func set(
        _ number: Int, _ property: Program.Property, _ value: Int?, in context: Int
    ) throws {
        try fire(number, in: context)
        contexts[context][number]!.own![property] = value
        contexts[context][number]!.dirty.insert(property)
        touch(number, in: context)
    }

    func isAlive(_ number: Int, in context: Int) -> Bool {
        contexts[context][number]?.isAlive ?? true
    }

    /// Insert and update before a save count as inserted only.
    private mutating func touch(_ number: Int, in context: Int) {
        if !contexts[context][number]!.isInserted { contexts[context][number]!.isUpdated = true }
    }

    // MARK: Relationships

    mutating func relate(_ book: Int, to author: Int?, in context: Int) throws {
        try fire(book, in: context)
        let former = contexts[context][book]!.own!.author
        guard former != author else { return }
        try set(book, .author, author, in: context)
        if let former {
            register(former, .author, in: context)
            try noteRemoved(book, from: former, in: context)
        }
        if let author {
            register(author, .author, in: context)
            try noteAdded(book, to: author, in: context)
        }
    }

    mutating func setMembers(_ number: Int, _ wanted: Set<Int>, in context: Int) throws {
        for member in try members(number, in: context).subtracting(wanted).sorted() {
            try remove(member, from: number, in: context)
        }
        for member in wanted.sorted() { try add(member, to: number, in: context) }
    }

    mutating func add(_ member: Int, to number: Int, in context: Int) throws {
        let kind = try kind(number, in: context)
        register(member, kind.memberKind, in: context)
        guard try noteAdded(member, to: number, in: context) else { return }
        guard kind == .author else {
            try noteAdded(number, to: member, in: context)
            return
        }
        try fire(member, in: context)
        let former = contexts[context][member]!.own!.author
        guard former != number else { return }
        try set(member, .author, number, in: context)
        if let former {
            register(former, .author, in: context)
            try noteRemoved(member, from: former, in: context)
        }
    }

    mutating func remove(_ member: Int, from number: Int, in context: Int) throws {
        let kind = try kind(number, in: context)
        register(member, kind.memberKind, in: context)
        guard try noteRemoved(member, from: number, in: context) else { return }
        guard kind == .author else {
            try noteRemoved(number, from: member, in: context)
            return
        }
        guard !contexts[context][member]!.isGone else { return }
        try fire(member, in: context)
        if contexts[context][member]!.own!.author == number {
            try set(member, .author, nil, in: context)
        }
    }

    /// Records an added member; if the members were not read, the last change counts.
    @discardableResult
    private mutating func noteAdded(
        _ member: Int, to number: Int, in context: Int
    ) throws -> Bool {
        guard !contexts[context][number]!.isGone else { return false }
        try fire(number, in: context)
        var entry = contexts[context][number]!
        if entry.members?.contains(member) ?? entry.added.contains(member) { return false }
        let wasRemoved = entry.removed.remove(member) != nil
        if entry.members == nil || !wasRemoved { entry.added.insert(member) }
        entry.members?.insert(member)
        contexts[context][number] = entry
        touch(number, in: context)
        return true
    }

    @discardableResult
    private mutating func noteRemoved(
        _ member: Int, from number: Int, in context: Int
    ) throws -> Bool {
        guard !contexts[context][number]!.isGone else { return false }
        try fire(number, in: context)
        var entry = contexts[context][number]!
        if !(entry.members?.contains(member) ?? !entry.removed.contains(member)) { return false }
        let wasAdded = entry.added.remove(member) != nil
        if entry.members == nil || !wasAdded { entry.removed.insert(member) }
        entry.members?.remove(member)
        contexts[context][number] = entry
        touch(number, in: context)
        return true
    }

    // MARK: Deleting

    mutating func delete(_ number: Int, in context: Int) throws {
        guard contexts[context][number]?.isAlive ?? false else { return }
        try fire(number, in: context)
        contexts[context][number]!.isDeleted = true
        switch try kind(number, in: context) {
        case .author:
            for book in try members(number, in: context).sorted() {
                register(book, .book, in: context)
                try delete(book, in: context)
            }
        case .book:
            if let author = contexts[context][number]!.own!.author {
                register(author, .author, in: context)
                if isAlive(author, in: context) {
                    try remove(number, from: author, in: context)
                }
            }
            try cut(number, in: context)
        case .tag:
            try cut(number, in: context)
        }
    }

    /// Takes a deleted object out of its members' to-many.
    private mutating func cut(_ number: Int, in context: Int) throws {
        let memberKind = try kind(number, in: context).memberKind
        for member in try members(number, in: context).sorted() {
            register(member, memberKind, in: context)
            guard isAlive(member, in: context) else { continue }
            try remove(number, from: member, in: context)
        }
    }
}
