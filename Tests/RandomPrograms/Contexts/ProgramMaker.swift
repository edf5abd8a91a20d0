import Execution

/// Makes random programs: small, so that their steps meet.
struct ProgramMaker {
    private var stream: RandomStream
    private var world: ExpectedWorld
    private var program: Program
    private var highest = 0

    init(seed: UInt64) {
        var stream = RandomStream(seed: seed).keyed("program")
        let count = Int.random(in: 2...4, using: &stream)
        let usesPermanentIDs = Int.random(in: 0..<3, using: &stream) > 0
        var contexts: [Program.Context] = []
        for index in 0..<count {
            // The first is on the coordinator; each further one as likely below another.
            let isNested = index > 0 && Bool.random(using: &stream)
            let parent = isNested ? Int.random(in: 0..<index, using: &stream) : nil
            let mayMerge = parent == nil || usesPermanentIDs
            contexts.append(
                Program.Context(
                    parent: parent,
                    isAutomatic: mayMerge && Int.random(in: 0..<4, using: &stream) == 0))
        }
        program = Program(contexts: contexts, usesPermanentIDs: usesPermanentIDs, steps: [])
        world = ExpectedWorld(program)
        self.stream = stream
    }

    mutating func make() -> Program {
        populate()
        let count = program.steps.count + Int.random(in: 6...20, using: &stream)
        var tries = 0
        while program.steps.count < count && tries < 10 * count {
            tries += 1
            let context = Int.random(in: program.contexts.indices, using: &stream)
            guard let operation = operation(in: context) else { continue }
            add(operation, context)
        }
        return program
    }

    /// Skips a step without effect, so that a program has only effective steps.
    private mutating func add(_ operation: Program.Operation, _ context: Int) {
        let step = Program.Step(context: context, operation: operation)
        guard (try? world.take(step)) != nil else { return }
        program.steps.append(step)
    }

    /// Mostly a few objects, joined, that some of the contexts have in common.
    private mutating func populate() {
        guard random(8) > 0 else { return }
        var context = random(program.contexts.count)
        for kind in [Program.Kind.author, .author, .book, .book, .book, .tag, .tag]
        where random(4) > 0 {
            highest += 1
            add(.insert(kind, highest, x: random(4)), context)
        }
        for book in held(.book, in: context) where random(3) > 0 {
            if let author = any(.author, in: context) {
                add(.relate(book: book, author: author), context)
            }
        }
        if let operation = setMembers(in: context) { add(operation, context) }
        while random(5) > 0 {
            add(.save(.error), context)
            guard let parent = world.parent(context) else { break }
            context = parent
        }
        for index in program.contexts.indices {
            for kind in Program.Kind.allCases where random(3) > 0 {
                add(.fetch(kind, .all), index)
            }
        }
    }

    private mutating func operation(in context: Int) -> Program.Operation? {
        switch random(40) {
        case 0...5:
            highest += 1
            return .insert(Program.Kind.allCases[random(3)], highest, x: random(4))
        case 6...9: return any(in: context).map { .set($0, .x, value) }
        case 10...12: return any(in: context).map { .set($0, .y, value) }
        case 13...16:
            guard let book = any(.book, in: context) else { return nil }
            return .relate(book: book, author: random(4) == 0 ? nil : any(.author, in: context))
        case 17...20: return setMembers(in: context)
        case 21...22: return any(in: context).map { .delete($0) }
        case 23...26:
            let filter = filter(in: context)
            if case .authorIs = filter { return .fetch(.book, filter) }
            return .fetch(Program.Kind.allCases[random(3)], filter)
        case 27: return any(in: context).map { .read($0) }
        case 28...29: return any(in: context).map { .readMembers($0) }
        case 30...33: return .save(random(2) == 0 ? .error : Program.Policy.allCases[random(5)])
        case 34...35: return .merge(from: random(program.contexts.count))
        case 36:
            let merging = random(2) == 0
            return any(in: context).map { .refresh($0, merging: merging) }
        case 37: return .refreshAll
        case 38: return random(3) == 0 ? .reset : .release
        default: return random(2) == 0 ? .rollback : nil
        }
    }

    private mutating func setMembers(in context: Int) -> Program.Operation? {
        guard let number = any(in: context) else { return nil }
        let kind = world.contexts[context][number]!.kind.memberKind
        let chosen = held(kind, in: context).filter { _ in random(2) == 0 }
        return .setMembers(number, chosen)
    }

    private mutating func filter(in context: Int) -> Program.Filter {
        switch random(6) {
        case 0: return .xIs(random(4))
        case 1: return .yAbove(random(4))
        case 2:
            guard let author = any(.author, in: context) else { return .all }
            return .authorIs(author)
        default: return .all
        }
    }

    private var value: Int? {
        mutating get { random(6) == 0 ? nil : random(100) }
    }

    private mutating func random(_ count: Int) -> Int {
        Int.random(in: 0..<count, using: &stream)
    }

    private mutating func any(_ kind: Program.Kind? = nil, in context: Int) -> Int? {
        held(kind, in: context).randomElement(using: &stream)
    }

    private func held(_ kind: Program.Kind?, in context: Int) -> [Int] {
        world.contexts[context].filter {
            $0.value.isHeld && $0.value.isAlive && (kind == nil || $0.value.kind == kind)
        }.keys.sorted()
    }
}
