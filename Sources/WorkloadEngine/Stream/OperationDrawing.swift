import Execution
import Topologies

/// Draws the operations of a workload, phase by phase and role by role.
struct OperationDrawing {
    private let workload: Workload
    private let data: ImportData?
    private let seed: RandomStream
    private(set) var operations: [Operation] = []
    private(set) var initialNotes: [NoteValue] = []

    /// The next number of each role's own count, which keys its draws.
    private var nextNumber: [Role: Int] = [:]
    /// Notes that exist after what was drawn so far, and how often each was edited.
    private var livingNotes: [Int] = []
    private var revisions: [Int: Int] = [:]
    private var scroll = 0
    private var importedLines = 0
    private var knownCountries: Set<String> = []

    init(workload: Workload, data: ImportData?) {
        self.workload = workload
        self.data = data
        seed = RandomStream(seed: workload.seed)
    }

    mutating func draw() {
        for index in workload.phases.indices {
            var drawn: [Operation] = []
            let phase = workload.phases[index]
            if phase.notes > 0 { drawn.append(preload(phase.notes, in: index)) }
            for role in phase.roles {
                switch role {
                case .importer: drawn += batches(in: index)
                case .ui: drawn += userOperations(in: index)
                case .display: break
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
        guard let importer = workload.importer, let data else { return [] }
        let isLast = workload.phases.lastIndex { $0.roles.contains(.importer) } == phase
        var batches: [Operation] = []
        var due = Duration.zero
        while importedLines < data.cities.count {
            // A closed loop has no due times: its first phase takes it all.
            if importer.pace != nil, !isLast, due >= workload.phases[phase].length { break }
            let end = min(importedLines + importer.batch, data.cities.count)
            let lines = importedLines..<end
            batches.append(
                make(
                    .importBatch(lines), role: .importer, phase: phase, due: due,
                    edits: insertions(of: lines, in: data)))
            importedLines = end
            due += importer.pace ?? .zero
        }
        return batches
    }

    /// Objects that a batch inserts: cities, their alternate names, and countries not seen before.
    private mutating func insertions(of lines: Range<Int>, in data: ImportData) -> Int {
        var count = 0
        for city in data.cities[lines] {
            count += 1 + city.alternateNames.count
            if knownCountries.insert(city.country).inserted { count += 1 }
        }
        return count
    }
}

// MARK: - User

extension OperationDrawing {
    private mutating func userOperations(in phase: Int) -> [Operation] {
        guard let ui = workload.ui else { return [] }
        let stream = seed.keyed(Role.ui.rawValue)
        let end = workload.phases[phase].length
        var due = Duration.zero
        var drawn: [Operation] = []
        while true {
            let number = nextNumber[.ui, default: 0]
            nextNumber[.ui] = number + 1
            var draws = stream.keyed(number)
            switch ui.arrivals {
            case .poisson(let rate):
                due += Self.gap(draws.exponential(mean: 1 / rate))
            case .fixed(let rate):
                due += Self.gap(1 / rate)
            }
            guard due < end else { return drawn }
            let payload = payload(for: ui, from: &draws)
            let edits: Int
            switch payload {
            case .edit, .delete: edits = 1
            default: edits = 0
            }
            drawn.append(make(payload, role: .ui, phase: phase, due: due, edits: edits))
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
        case .edit:
            let note = livingNotes[draws.index(below: livingNotes.count)]
            return .edit(edited(note, from: &draws))
        case .delete:
            let position = draws.index(below: livingNotes.count)
            // The order of the living is nobody's business, so the last one fills the gap.
            let note = livingNotes[position]
            livingNotes.swapAt(position, livingNotes.count - 1)
            livingNotes.removeLast()
            return .delete(note: note)
        case .fetchPage, .preload, .importBatch:
            return .fetchPage(offset: nextOffset(ui, from: &draws), limit: ui.page)
        }
    }

    /// Draws a kind by its weight. With one note left the user edits it instead of deleting it, and
    /// with none at all scrolls on, so that there is always something to do.
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
        if kind == .delete, livingNotes.count == 1 { kind = .edit }
        if kind == .edit || kind == .delete, livingNotes.isEmpty { kind = .fetchPage }
        return kind
    }

    private mutating func edited(_ number: Int, from draws: inout RandomStream) -> NoteValue {
        let revision = revisions[number, default: 0] + 1
        revisions[number] = revision
        return NoteValue(
            number: number, revision: revision,
            text: NoteValue.text(of: number, revision: revision, from: &draws),
            // A whole second for each edit that the user makes, after those of the first notes.
            changedAt: NoteValue.epoch + Double(initialNotes.count + nextNumber[.ui]!))
    }

    /// Scrolls: mostly on to the next page, now and then back to the top.
    private mutating func nextOffset(
        _ ui: UserRole, from draws: inout RandomStream
    ) -> Int {
        let offset = scroll
        let isBackToTop = draws.unit() < Self.topShare
        scroll += ui.page
        if isBackToTop || scroll >= (data?.cities.count ?? 0) { scroll = 0 }
        return offset
    }

    /// One page in five is the list's top again: a list is opened more often than read to its end.
    private static let topShare = 0.2

    /// The first letters that somebody types who looks for one of the cities.
    private func prefix(from draws: inout RandomStream) -> String {
        let length = 2 + draws.index(below: 3)
        guard let cities = data?.cities, !cities.isEmpty else {
            return String(repeating: "a", count: length)
        }
        let city = cities[draws.index(below: cities.count)]
        return String(city.name.prefix(length))
    }
}
