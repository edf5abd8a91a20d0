import CoreData
import Execution
import Results
import Topologies

/// Draws the operations of a short run from those that a workload has.
struct ShortDrawing {
    private let workload: Workload
    private let objects: OwnObjects
    /// The importer as it works in the steps.
    private(set) var importer: ImporterRole?
    private(set) var operations: [Operation] = []
    private(set) var base = ShortRun.Step(role: .ui, operations: 0..<0)
    private(set) var steps: [ShortRun.Step] = []
    private(set) var omissions: [String] = []
    /// The kinds of edits that the workload's user makes.
    private let kinds: Set<OperationKind>
    /// The numbers of the user's objects, in the order in which the steps speak of them.
    private var numbers: [Int] = []
    private var revisions: [Int: Int] = [:]
    /// The lines of the base and of each batch.
    private var batches: [Range<Int>] = []

    init(_ setup: RunSetup) {
        workload = setup.workload
        objects = setup.plan.objects
        importer = workload.importer
        let mix = objects.edited == nil ? [] : workload.ui?.mix ?? []
        kinds = Set(
            mix.filter { $0.weight > 0 }.map(\.kind)
        ).intersection([.add, .edit, .delete])
    }

    mutating func draw() {
        prepareImporter()
        prepareUser()
        if workload.sync != nil { omissions.append("the role sync changes nothing in it") }
        if workload.ui?.weight(of: .mark) ?? 0 > 0 {
            omissions.append("the user marks nothing in it")
        }
        drawBase()
        let user: [[Change]] = [
            kinds.contains(.add) ? [.add(3), .add(4), .add(5)] : [.edit(3)],
            [.edit(3), .edit(0), .delete(4)],
            [.add(6), .edit(5), .delete(1)],
        ]
        for turn in user.indices {
            if !numbers.isEmpty { add(user[turn]) }
            let batch = turn + 1
            if batch < batches.count { add(.importer, [.importBatch(batches[batch])]) }
        }
        guard importer?.relationships == .secondPass, let first = batches.first,
            let last = batches.last
        else { return }
        add(.importer, [.linkBatch(first.lowerBound..<last.upperBound)])
    }

    // MARK: Importer

    /// Lines of the base and of the three batches.
    private static let sizes = [1, 4, 3, 2]

    private mutating func prepareImporter() {
        guard importer != nil else { return }
        // With one fetch for all, so that a fetch that fails leaves no half of a batch.
        importer!.find = .batch
        if importer!.method.isBatchInsert {
            importer!.method = .insert
            omissions.append(
                "the importer's batch inserts pass no context: its lines come as objects")
        }
        var next = firstLine
        for size in Self.sizes where next < objects.lineCount {
            let end = min(next + size, objects.lineCount)
            batches.append(next..<end)
            next = end
        }
    }

    /// The line before the one with the largest value, if that is kept in a file of its own: most
    /// lines have none that is.
    private var firstLine: Int {
        guard hasExternalValues else { return 0 }
        let lines = 0..<min(objects.lineCount, 500)
        let sizes = lines.map { line in
            var largest = 0
            objects.line(line)?.visit { draft in
                for case .bytes(let data) in draft.values.compactMap(\.self) {
                    largest = max(largest, data.count)
                }
            }
            return largest
        }
        guard let largest = sizes.max(), largest > Self.externalSize else { return 0 }
        return max(0, sizes.firstIndex(of: largest)! - 1)
    }

    /// A larger value may be kept in a file, where the model allows it.
    private static let externalSize = 100 << 10

    private var hasExternalValues: Bool {
        guard let model = try? workload.loadModel() else { return false }
        return model.entities.contains { entity in
            entity.attributesByName.values.contains(where: \.allowsExternalBinaryDataStorage)
        }
    }

    // MARK: User

    /// A change of one of the user's objects, by its place in `numbers`.
    private enum Change {
        case add(Int)
        case edit(Int)
        case delete(Int)
    }

    private static let userObjects = 7

    /// Takes numbers whose objects share no partner with an imported one: which role creates such
    /// a partner depends on their order.
    private mutating func prepareUser() {
        guard !kinds.isEmpty else { return }
        let hasParts = importer?.relationships == .withInsert
        let imported = Set(
            batches.joined().flatMap { objects.partners(ofLine: $0, hasParts: hasParts) })
        // A thousand: objects with one of fifty partners find seven among fewer.
        numbers = (0..<1_000).lazy.filter { [objects] in
            imported.isDisjoint(with: objects.partnerKeys(ofEdited: $0))
        }.prefix(Self.userObjects).map(\.self)
        guard numbers.count < Self.userObjects else { return }
        numbers = []
        omissions.append(
            "the user changes nothing in it: its objects share their partners with imported ones")
    }

    private mutating func add(_ changes: [Change]) {
        add(
            .ui,
            changes.compactMap { change -> Operation.Payload? in
                switch change {
                case .add(let place):
                    kinds.contains(.add) ? .add(note(numbers[place])) : nil
                case .edit(let place):
                    kinds.contains(.edit) ? .edit(edited(place)) : nil
                case .delete(let place):
                    kinds.contains(.delete) ? .delete(note: numbers[place]) : nil
                }
            })
    }

    private func note(_ number: Int) -> NoteValue {
        .initial(number, stream: RandomStream(seed: workload.seed).keyed("notes"))
    }

    private mutating func edited(_ place: Int) -> NoteValue {
        let number = numbers[place]
        let revision = revisions[number, default: 0] + 1
        revisions[number] = revision
        var stream = RandomStream(seed: workload.seed).keyed("notes").keyed(number)
            .keyed(revision)
        return NoteValue(
            number: number, revision: revision,
            text: NoteValue.text(of: number, revision: revision, from: &stream),
            // A date of its own for each edit of each object.
            changedAt: NoteValue.epoch + Double(number + 10_000 * revision))
    }

    // MARK: Steps

    private mutating func drawBase() {
        // Without additions the steps change what is there already.
        let there = kinds.contains(.add) ? 3 : Self.userObjects
        var payloads = numbers.prefix(there).map { Operation.Payload.add(note($0)) }
        if let first = batches.first {
            if importer?.method == .upsert {
                // Older values; the first batch changes two.
                let end = min(first.upperBound + 2, batches.last!.upperBound)
                payloads.append(.preloadImported(first.lowerBound..<end))
            } else {
                payloads.append(.importBatch(first))
            }
        }
        add(.ui, payloads)
        base = steps.removeLast()
    }

    private mutating func add(_ role: Role, _ payloads: [Operation.Payload]) {
        let first = operations.count
        for payload in payloads {
            operations.append(
                Operation(
                    index: operations.count, role: role, phase: 0, due: .zero, edits: 1,
                    payload: payload))
        }
        steps.append(ShortRun.Step(role: role, operations: first..<operations.count))
    }
}
