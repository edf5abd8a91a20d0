import Execution
import Results
import Topologies

/// Draws the operations of a workload, phase by phase and role by role.
struct OperationDrawing {
    private let workload: Workload
    private let lines: OwnObjects?
    private let seed: RandomStream
    private(set) var operations: [Operation] = []
    private(set) var initialNotes: [NoteValue] = []
    /// The number of the next note that the user writes, after all initial notes.
    private var nextNote: Int

    /// The next number of each role's own count, which keys its draws.
    private var nextNumber: [Role: Int] = [:]
    /// The notes that exist after the operations drawn so far.
    private var livingNotes: [Int] = []
    /// The notes that the user has deleted, in order.
    private var deletedNotes: [Int] = []
    private var revisions: [Int: Int] = [:]
    /// How often the user has marked the object of a line.
    private var marks: [Int: Int] = [:]
    private var scroll = 0
    private var importedLines = 0
    private var linkedLines = 0
    private var preloadedLines = 0
    private var knownPartners: Set<PartnerKey> = []

    init(workload: Workload, lines: OwnObjects?) {
        self.workload = workload
        self.lines = lines
        seed = RandomStream(seed: workload.seed)
        nextNote = workload.phases.reduce(0) { $0 + $1.notes }
    }

    mutating func draw() {
        for index in workload.phases.indices {
            var drawn: [Operation] = []
            let phase = workload.phases[index]
            if phase.notes > 0 { drawn.append(preload(phase.notes, in: index)) }
            if phase.imported > 0 { drawn += preloadImported(phase.imported, in: index) }
            if phase.partners { drawn += preloadPartners(in: index) }
            for role in phase.roles {
                switch role {
                case .importer: drawn += batches(in: index)
                case .ui: drawn += userOperations(in: index)
                case .sync: drawn += syncOperations(in: index)
                case .app: drawn += appOperations(in: index)
                case .display, .observers: break
                }
            }
            // By due time; a role's own order stands, and roles that tie come in theirs.
            let order = drawn.indices.sorted {
                (drawn[$0].due, $0) < (drawn[$1].due, $1)
            }
            for position in order {
                var operation = drawn[position]
                operation.index = operations.count
                operations.append(operation)
            }
        }
    }

    private func make(
        _ payload: Operation.Payload, role: Role, phase: Int, due: Duration = .zero, edits: Int = 0
    ) -> Operation {
        Operation(
            index: 0, role: role, phase: phase, due: due, edits: edits, payload: payload)
    }
}

// MARK: - Notes

extension OperationDrawing {
    private mutating func preload(_ count: Int, in phase: Int) -> Operation {
        let numbers = initialNotes.count..<initialNotes.count + count
        let stream = seed.keyed("notes")
        initialNotes += numbers.map { NoteValue.initial($0, stream: stream) }
        livingNotes += numbers
        return make(.preload(numbers), role: .ui, phase: phase, edits: count)
    }
}

// MARK: - Import

extension OperationDrawing {
    /// The batches that come due in a phase; in the last phase of the importer, all that are left.
    private mutating func batches(in phase: Int) -> [Operation] {
        guard let importer = workload.importer, let data = lines else { return [] }
        let isLast = workload.phases.lastIndex { $0.roles.contains(.importer) } == phase
        let length = workload.phases[phase].length
        var batches: [Operation] = []
        var due = Duration.zero
        func isDue() -> Bool {
            // A closed loop has no due times: its first phase takes it all.
            importer.pace == nil || isLast || due < length
        }
        let stop = importer.lastLine(of: data.lineCount)
        while importedLines < stop, isDue() {
            let end = min(importedLines + importer.batch, data.lineCount)
            guard end <= stop else {
                // A request is not stopped half-way; what it would bring does not come.
                if !importer.method.isBatchInsert {
                    batches.append(
                        make(
                            .cancelBatch(importedLines..<stop), role: .importer, phase: phase,
                            due: due))
                }
                importedLines = stop
                break
            }
            let lines = importedLines..<end
            batches.append(
                make(
                    .importBatch(lines), role: .importer, phase: phase, due: due,
                    edits: edits(of: lines, in: data, importer)))
            importedLines = end
            due += importer.pace ?? .zero
        }
        guard importer.relationships == .secondPass, importer.cancelAfter == nil else {
            return batches
        }
        while importedLines == data.lineCount, linkedLines < data.lineCount, isDue() {
            let end = min(linkedLines + importer.linkBatch, data.lineCount)
            batches.append(
                make(
                    .linkBatch(linkedLines..<end), role: .importer, phase: phase, due: due,
                    edits: end - linkedLines))
            linkedLines = end
            due += importer.pace ?? .zero
        }
        return batches
    }

    /// The number of objects that a batch inserts or changes: those of its lines with their parts,
    /// and the partners that no earlier line named, if the import creates them.
    private mutating func edits(
        of lines: Range<Int>, in data: OwnObjects, _ importer: ImporterRole
    ) -> Int {
        var count = 0
        for index in lines {
            count += 1
            // An object that is there keeps its parts and its partners.
            guard index >= preloadedLines, importer.relationships != .none else { continue }
            let shape = data.shape(
                ofLine: index, hasParts: importer.relationships == .withInsert)
            count += shape.parts
            for partner in shape.partners where knownPartners.insert(partner).inserted {
                count += 1
            }
        }
        return count
    }

    private mutating func preloadImported(_ count: Int, in phase: Int) -> [Operation] {
        guard let importer = workload.importer, let data = self.lines else { return [] }
        let lines = preloadedLines..<min(preloadedLines + count, data.lineCount)
        guard !lines.isEmpty else { return [] }
        let edits = edits(of: lines, in: data, importer)
        preloadedLines = lines.upperBound
        return [
            make(.preloadImported(lines), role: .importer, phase: phase, edits: edits)
        ]
    }
}

extension OperationDrawing {
    private mutating func preloadPartners(in phase: Int) -> [Operation] {
        guard let importer = workload.importer, let data = lines else { return [] }
        let hasParts = importer.relationships == .withInsert
        let before = knownPartners.count
        for index in 0..<data.lineCount {
            knownPartners.formUnion(data.partners(ofLine: index, hasParts: hasParts))
        }
        return [
            make(
                .preloadPartners(0..<data.lineCount), role: .importer, phase: phase,
                edits: knownPartners.count - before)
        ]
    }
}

// MARK: - User

extension OperationDrawing {
    private mutating func userOperations(in phase: Int) -> [Operation] {
        guard let ui = workload.ui else { return [] }
        return arrivals(ui.arrivals, of: .ui, in: phase) { drawing, due, draws in
            let payload = drawing.payload(for: ui, from: &draws)
            let edits: Int
            switch payload {
            case .add, .edit, .mark, .delete: edits = 1
            default: edits = 0
            }
            return drawing.make(payload, role: .ui, phase: phase, due: due, edits: edits)
        }
    }

    private mutating func syncOperations(in phase: Int) -> [Operation] {
        guard let sync = workload.sync else { return [] }
        return arrivals(sync.arrivals, of: .sync, in: phase) { drawing, due, draws in
            var numbers: [Int] = []
            var drawn: Set<Int> = []
            // The server changes initial notes only: the user's new notes may still be unsaved when
            // the server's context fetches.
            let count = drawing.initialNotes.count
            while numbers.count < min(sync.batch, count) {
                let number = draws.index(below: count)
                if drawn.insert(number).inserted { numbers.append(number) }
            }
            let notes = numbers.map { drawing.edited($0, by: .sync, from: &draws) }
            return drawing.make(
                .sync(notes), role: .sync, phase: phase, due: due, edits: notes.count)
        }
    }

    private mutating func appOperations(in phase: Int) -> [Operation] {
        guard let app = workload.app else { return [] }
        return arrivals(app.arrivals, of: .app, in: phase) { drawing, due, _ in
            drawing.make(.enterBackground, role: .app, phase: phase, due: due)
        }
    }

    /// The operations of a role that arrive in a phase, each with draws of its own number.
    private mutating func arrivals(
        _ arrivals: Arrivals, of role: Role, in phase: Int,
        _ draw: (inout OperationDrawing, Duration, inout RandomStream) -> Operation
    ) -> [Operation] {
        let stream = seed.keyed(role.rawValue)
        let end = workload.phases[phase].length
        var due = Duration.zero
        var drawn: [Operation] = []
        while true {
            let number = nextNumber[role, default: 0]
            nextNumber[role] = number + 1
            var draws = stream.keyed(number)
            switch arrivals {
            case .poisson(let rate):
                due += Self.gap(draws.exponential(mean: 1 / rate))
            case .fixed(let rate):
                due += Self.gap(1 / rate)
            }
            guard due < end else { return drawn }
            drawn.append(draw(&self, due, &draws))
        }
    }

    /// A time between arrivals, in whole microseconds: the last bits of a logarithm are the C
    /// library's, and the stream must be the same with another.
    private static func gap(_ seconds: Double) -> Duration {
        .microseconds(Int64((seconds * 1e6).rounded()))
    }

    private mutating func payload(
        for ui: UserRole, from draws: inout RandomStream
    ) -> Operation.Payload {
        switch kind(for: ui, from: &draws) {
        case .search:
            return .search(prefix: prefix(from: &draws), limit: ui.page)
        case .fetchAsync:
            return .fetchAsync(offset: nextOffset(ui, from: &draws), limit: ui.page)
        case .scroll:
            return .scroll(offset: nextOffset(ui, from: &draws), limit: ui.page)
        case .fetchOne:
            guard let lines, lines.lineCount > 0 else { return .fetchOne(key: .integer(0)) }
            let line = draws.index(below: lines.lineCount)
            // The reader has checked that the objects have a key.
            return .fetchOne(key: lines.key(ofLine: line)!)
        case .fetchAll:
            return .fetchAll
        case .add:
            return .add(added(from: &draws))
        case .edit:
            let note = livingNotes[draws.index(below: livingNotes.count)]
            return .edit(edited(note, by: .ui, from: &draws))
        case .mark:
            return .mark(marked(draws.index(below: preloadedLines), from: &draws))
        case .delete:
            let position = draws.index(below: livingNotes.count)
            // The order of the living notes does not matter, so the last one fills the gap.
            let note = livingNotes[position]
            livingNotes.swapAt(position, livingNotes.count - 1)
            livingNotes.removeLast()
            deletedNotes.append(note)
            return .delete(note: note)
        case .lookUp:
            return .lookUp(note: deletedNotes[draws.index(below: deletedNotes.count)])
        case .fetchPage, .preload, .importBatch, .cancelBatch, .linkBatch, .sync,
            .enterBackground:
            return .fetchPage(offset: nextOffset(ui, from: &draws), limit: ui.page)
        }
    }

    /// Draws a kind by its weight.
    ///
    /// The user deletes a note before the first look-up of one that was deleted, edits the last
    /// note instead of deleting it, and scrolls if no note is left, so that every draw gives an
    /// operation.
    private func kind(for ui: UserRole, from draws: inout RandomStream) -> OperationKind {
        var rest = draws.unit()
        var kind = ui.mix.last!.kind
        for weighted in ui.mix {
            rest -= weighted.weight
            if rest < 0 {
                kind = weighted.kind
                break
            }
        }
        if kind == .lookUp, deletedNotes.isEmpty { kind = .delete }
        if kind == .delete, livingNotes.count == 1 { kind = .edit }
        if kind == .edit || kind == .delete, livingNotes.isEmpty { kind = .fetchPage }
        if kind == .mark, preloadedLines == 0 { kind = .fetchPage }
        return kind
    }

    private mutating func edited(
        _ number: Int, by role: Role, from draws: inout RandomStream
    ) -> NoteValue {
        let revision = revisions[number, default: 0] + 1
        revisions[number] = revision
        return value(of: number, revision: revision, by: role, from: &draws)
    }

    /// A mark of an object that is there in every stack: of a line that a preload has brought.
    private mutating func marked(
        _ line: Int, from draws: inout RandomStream
    ) -> NoteValue {
        let revision = marks[line, default: 0] + 1
        marks[line] = revision
        return value(of: line, revision: revision, by: .ui, from: &draws)
    }

    private func value(
        of number: Int, revision: Int, by role: Role, from draws: inout RandomStream
    ) -> NoteValue {
        NoteValue(
            number: number, revision: revision,
            text: NoteValue.text(of: number, revision: revision, from: &draws),
            changedAt: moment(of: role))
    }

    private mutating func added(from draws: inout RandomStream) -> NoteValue {
        let number = nextNote
        nextNote += 1
        livingNotes.append(number)
        return value(of: number, revision: 0, by: .ui, from: &draws)
    }

    /// The date of an edit: a whole second for each edit of the user, after those of the first
    /// notes.
    ///
    /// Dates of the server's edits lie half a second later.
    private func moment(of role: Role) -> Double {
        NoteValue.epoch + Double(initialNotes.count + nextNumber[role]!)
            + (role == .sync ? 0.5 : 0)
    }

    /// Scrolls: mostly on to the next page, now and then back to the top.
    private mutating func nextOffset(
        _ ui: UserRole, from draws: inout RandomStream
    ) -> Int {
        let offset = scroll
        let isBackToTop = draws.unit() < Self.topShare
        scroll += ui.page
        if isBackToTop || scroll >= (lines?.lineCount ?? 0) { scroll = 0 }
        return offset
    }

    /// One page in five is the list's top again: a list is opened more often than read to its end.
    private static let topShare = 0.2

    /// The prefix that a user types to search for an imported object.
    private func prefix(from draws: inout RandomStream) -> String {
        let length = 2 + draws.index(below: 3)
        guard let lines, lines.lineCount > 0 else {
            return String(repeating: "a", count: length)
        }
        return String(lines.title(ofLine: draws.index(below: lines.lineCount)).prefix(length))
    }
}
