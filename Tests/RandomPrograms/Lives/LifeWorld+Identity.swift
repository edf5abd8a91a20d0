// IDs that are kept, and objects that outlive their context's reset.
extension LifeWorld {
    mutating func performOnIDs(
        _ operation: LifeProgram.Operation, _ context: Int
    ) throws -> Answer {
        switch operation {
        case .obtain(let number):
            try requireHeld(number, in: context)
            contexts[context][number]!.isObtained = true
        case .keepID(let number, let place):
            try keepID(number, place, in: context)
        case .look(let lookup, let place, let isURI):
            return .found(try look(lookup, place, isURI, in: context))
        case .readGhost(let number):
            guard ghosts[context][number] != nil else { throw Skip() }
        case .askGhost(let number):
            guard ghosts[context][number] == true, rows[number] != nil else { throw Skip() }
        default: throw Skip()
        }
        return .nothing
    }

    private mutating func keepID(_ number: Int, _ place: Int, in context: Int) throws {
        let entry = try requireHeld(number, in: context)
        let isTemporary = entry.isOriginal && !entry.isObtained
        places[place] = KeptID(
            number: number, kind: entry.kind, origin: context, isTemporary: isTemporary)
    }

    /// Whether an ID asked for now must be temporary, must be permanent, or may be either.
    func mustBeTemporary(_ number: Int, in context: Int) -> Bool? {
        let entry = contexts[context][number]!
        if entry.isObtained { return false }
        guard entry.isOriginal else { return nil }
        if parent(context) == nil { return entry.isInserted ? nil : false }
        return entry.isInserted ? true : nil
    }

    private mutating func look(
        _ lookup: LifeProgram.Lookup, _ place: Int, _ isURI: Bool, in context: Int
    ) throws -> Int? {
        guard let id = places[place] else { throw Skip() }
        let number = id.number
        let entry = contexts[context][number]
        if id.isTemporary {
            // It means something where the object was inserted, and until it is saved to a store.
            guard let entry, context == id.origin, entry.isOriginal, !isURI else { throw Skip() }
            guard parent(context) != nil || entry.isInserted else { throw Skip() }
        }
        if let entry, !entry.isAlive { throw Skip() }
        switch lookup {
        case .registered: return entry == nil ? nil : number
        case .object:
            if entry == nil {
                var copy = self
                guard copy.row(number, in: parent(context)) != nil else { throw Skip() }
                register(number, id.kind, in: context)
            }
        case .existing:
            if let entry {
                if entry.own == nil, row(number, in: parent(context)) == nil { return nil }
            } else {
                guard row(number, in: parent(context)) != nil else { return nil }
                register(number, id.kind, in: context)
            }
            try fire(number, in: context)
        }
        contexts[context][number]!.isHeld = true
        return number
    }
}
