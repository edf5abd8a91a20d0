import Execution

/// Makes random programs about life and identity: small, so that their steps meet.
struct LifeMaker {
    private var stream: RandomStream
    private var world: LifeWorld
    private var program: LifeProgram
    private var highest = 0
    private var features: Set<LifeProgram.Feature> { program.features }

    /// - Parameter without: features that no program has.
    init(seed: UInt64, without: Set<LifeProgram.Feature> = []) {
        var stream = RandomStream(seed: seed).keyed("life")
        var features: Set<LifeProgram.Feature> = []
        for feature in LifeProgram.Feature.allCases where Bool.random(using: &stream) {
            if !without.contains(feature) { features.insert(feature) }
        }
        let contexts = Self.contexts(features, &stream)
        program = LifeProgram(features: features, contexts: contexts, steps: [])
        world = LifeWorld(program)
        self.stream = stream
    }

    private static func contexts(
        _ features: Set<LifeProgram.Feature>, _ stream: inout RandomStream
    ) -> [LifeProgram.Context] {
        func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &stream) == 0 }
        var contexts: [LifeProgram.Context] = []
        for index in 0..<Int.random(in: 1...4, using: &stream) {
            let isNested = index > 0 && !chance(3)
            let parent = isNested ? Int.random(in: 0..<index, using: &stream) : nil
            let isMain = chance(2) && features.contains(.mains)
            let isAutomatic = chance(2) && features.contains(.automatic)
            // A controller reads the objects of a merge. In a child on a queue of its own it would
            // read through a parent that may wait for that very child.
            let mayFollow = isMain || parent == nil || !isAutomatic
            let hasController = chance(2) && mayFollow && features.contains(.controllers)
            contexts.append(
                LifeProgram.Context(
                    parent: parent, isMain: isMain, isAutomatic: isAutomatic,
                    hasController: hasController))
        }
        return contexts
    }

    mutating func make() -> LifeProgram {
        let count = random(20) + 10
        var tries = 0
        while program.steps.count < count && tries < 20 * count {
            tries += 1
            // Mostly one after the other in one context.
            let context =
                random(3) > 0 && !program.steps.isEmpty
                ? program.steps.last!.context : random(program.contexts.count)
            if let operation = operation(in: context) { add(operation, context) }
        }
        return program
    }

    /// Skips a step without effect, so that a program has only effective steps.
    private mutating func add(_ operation: LifeProgram.Operation, _ context: Int) {
        let step = LifeProgram.Step(
            context: context, operation: operation, isEvent: random(2) == 0)
        guard (try? world.take(step)) != nil else { return }
        program.steps.append(step)
    }

    private mutating func operation(in context: Int) -> LifeProgram.Operation? {
        switch random(32) {
        case 0...4: return insertion()
        case 5...7: return held(in: context).map { .set($0, random(2) == 0 ? .x : .y, value) }
        case 8...9:
            guard features.contains(.transients) else { return nil }
            return held(in: context).map { .set($0, .t, value) }
        case 10: return primitive(in: context)
        case 11: return relation(in: context)
        case 12: return deletion(in: context)
        case 13...15: return fetch(in: context)
        case 16: return held(in: context).map { .read($0) }
        case 17...20:
            let isUseful = !world.changes(of: context).isEmpty
            return isUseful || features.contains(.emptySaves) ? .save : nil
        case 21:
            guard features.contains(.merges) else { return nil }
            return .merge(from: random(program.contexts.count))
        case 22: return refresh(in: context)
        case 23: return ending()
        case 24:
            guard features.contains(.obtains) else { return nil }
            return held(in: context).map { .obtain($0) }
        case 25...26:
            guard features.contains(.ids) else { return nil }
            return held(in: context).map { .keepID($0, place: random(4)) }
        case 27...28:
            guard features.contains(.ids) else { return nil }
            let lookup = LifeProgram.Lookup.allCases[random(3)]
            return .look(lookup, place: random(4), asURI: random(3) == 0)
        case 29: return ghost(in: context)
        default: return features.contains(.mains) ? .turn : nil
        }
    }

    private mutating func insertion() -> LifeProgram.Operation {
        let isBox = features.contains(.boxes) && random(3) == 0
        var flags = 0
        if features.contains(.willSaves) { flags |= random(4) }
        if features.contains(.wakings) { flags |= random(4) << 2 }
        highest += 1
        return .insert(isBox ? .box : .item, highest, x: value, flags: flags)
    }

    private mutating func primitive(in context: Int) -> LifeProgram.Operation? {
        guard features.contains(.primitives), let number = held(in: context) else { return nil }
        let property: LifeProgram.Property =
            features.contains(.transients) && random(2) == 0 ? .t : .x
        return world.contexts[context][number]!.isPending
            ? .setPrimitive(number, property, value)
            : .setPrimitiveAside(number, property, value)
    }

    private mutating func relation(in context: Int) -> LifeProgram.Operation? {
        guard features.contains(.boxes), let item = held(.item, in: context) else { return nil }
        return .relate(item: item, box: random(4) == 0 ? nil : held(.box, in: context))
    }

    private mutating func deletion(in context: Int) -> LifeProgram.Operation? {
        guard features.contains(.deletions) else { return nil }
        if features.contains(.secondDeletions), random(2) == 0 {
            let dead = world.contexts[context].filter { $0.value.isHeld && $0.value.isDeleted }
            return dead.keys.sorted().randomElement(using: &stream).map { .deleteAgain($0) }
        }
        return held(in: context).map { .delete($0) }
    }

    private mutating func fetch(in context: Int) -> LifeProgram.Operation {
        let kind: LifeProgram.Kind = features.contains(.boxes) && random(3) == 0 ? .box : .item
        if features.contains(.pendingExcluded), random(3) == 0 {
            return .fetch(kind, above: nil, includesPending: false)
        }
        return .fetch(kind, above: random(3) == 0 ? random(60) : nil, includesPending: true)
    }

    private mutating func refresh(in context: Int) -> LifeProgram.Operation? {
        if features.contains(.refreshesInserted), random(3) == 0 {
            return held(in: context).map { .refreshInserted($0) }
        }
        guard features.contains(.refreshes) else { return nil }
        let merging = random(2) == 0
        return random(3) == 0
            ? .refreshAll : held(in: context).map { .refresh($0, merging: merging) }
    }

    private mutating func ending() -> LifeProgram.Operation? {
        switch random(6) {
        case 0: return features.contains(.resets) ? .reset : nil
        case 1: return features.contains(.resets) ? .rollback : nil
        case 2, 3: return .release
        default: return .process
        }
    }

    private mutating func ghost(in context: Int) -> LifeProgram.Operation? {
        guard features.contains(.resets) else { return nil }
        let ghosts = world.ghosts[context].keys.sorted()
        guard let number = ghosts.randomElement(using: &stream) else { return nil }
        if features.contains(.ghosts), random(2) == 0 { return .readGhost(number) }
        return .askGhost(number)
    }

    private var value: Int? {
        mutating get { random(6) == 0 ? nil : random(100) }
    }

    private mutating func random(_ count: Int) -> Int {
        Int.random(in: 0..<count, using: &stream)
    }

    private mutating func held(
        _ kind: LifeProgram.Kind? = nil, in context: Int
    ) -> Int? {
        world.contexts[context].filter {
            $0.value.isHeld && $0.value.isAlive && (kind == nil || $0.value.kind == kind)
        }.keys.sorted().randomElement(using: &stream)
    }
}
