import Foundation
import Results
import Testing
import Topologies
import WorkloadEngine

@Suite struct OperationPlanTests {
    let sample: SampleWorkload

    init() throws {
        sample = try SampleWorkload()
    }

    private func plan(_ replacements: (String, String)...) throws -> OperationPlan {
        try OperationPlan(sample.parse(SampleWorkload.text(replacements)))
    }

    @Test func `One seed gives the same bytes, another seed others`() throws {
        let csv = try plan().operationsCSV
        #expect(try plan().operationsCSV == csv)
        #expect(try plan(("seed: 7", "seed: 8")).operationsCSV != csv)
        #expect(try plan().digest == plan().digest)
    }

    @Test func `The stream of a seed stays what it was`() throws {
        // Baselines and reports name this digest: a change of the stream must be meant.
        let digest = try plan().digest
        #expect(digest == Self.digestOfSample)
    }

    static let digestOfSample =
        "116539c823529faaf80d2b835355df69c1f993f54243c2866b38e59ed026c2cd"

    @Test func `A role that goes shifts no other`() throws {
        func user(_ plan: OperationPlan) -> [Operation.Payload] {
            plan.operations.filter { $0.role == .ui }.map(\.payload)
        }
        let all = try plan()
        #expect(!user(all).isEmpty)
        let without = try plan(
            ("  display: { arrivals: vsync 60Hz, cost: 1ms }\n", ""), (", display", ""))
        #expect(user(without) == user(all))
        let faster = try plan(("batch: 2", "batch: 1"))
        #expect(user(faster) == user(all))
        func due(_ plan: OperationPlan) -> [Duration] {
            plan.operations.filter { $0.role == .ui }.map(\.due)
        }
        #expect(due(faster) == due(all))
    }

    @Test func `Operations are numbered in the order of phase and due time`() throws {
        let operations = try plan().operations
        #expect(operations.map(\.index) == Array(operations.indices))
        for (one, next) in zip(operations, operations.dropFirst()) {
            #expect((one.phase, one.due) <= (next.phase, next.due))
        }
    }

    @Test func `A user's operations come due within the length of their phase`() throws {
        let workload = try sample.workload()
        for operation in try plan().operations where operation.role == .ui {
            #expect(
                operation.due < workload.phases[operation.phase].length
                    || operation.kind == .preload)
        }
    }

    @Test func `Fixed arrivals come at one distance`() throws {
        let dues = try plan(("poisson 200/s", "fixed 200/s")).operations(of: 1, role: .ui).map(
            \.due)
        #expect(dues == (1...11).map { .milliseconds(5 * $0) })
    }

    @Test func `Edits and deletes touch only notes that exist, each edit with a text of its own`()
        throws
    {
        let plan = try plan(("for: 60ms", "for: 20s"), ("for: 40ms", "for: 20s"))
        var living: Set<Int> = []
        var texts: Set<String> = []
        var kinds: [OperationKind: Int] = [:]
        for operation in plan.operations {
            kinds[operation.kind, default: 0] += 1
            switch operation.payload {
            case .preload(let numbers): living.formUnion(numbers)
            case .edit(let note):
                #expect(living.contains(note.number))
                #expect(texts.insert(note.text).inserted)
            case .delete(let number): #expect(living.remove(number) != nil)
            default: break
            }
        }
        #expect(living.count == 1)
        #expect(kinds[.delete] == 19)
        #expect(texts.isDisjoint(with: plan.initialNotes.map(\.text)))
    }

    @Test func `The mix is drawn by its weights`() throws {
        let plan = try plan(("for: 60ms", "for: 50s"), ("notes: 20", "notes: 10k"))
        let drawn = plan.operations(of: 1, role: .ui)
        let shares: [(OperationKind, Double)] = [
            (.fetchPage, 0.3), (.search, 0.2), (.edit, 0.3), (.delete, 0.2),
        ]
        for (kind, weight) in shares {
            let share = Double(drawn.count { $0.kind == kind }) / Double(drawn.count)
            // 10,000 draws: a share is within 0.02 but once in 10,000 seeds.
            #expect(abs(share - weight) < 0.02)
        }
        #expect(abs(Double(drawn.count) - 10_000) < 400)
    }

    @Test func `Batches cover every line once, and count what they insert`() throws {
        let batches = try plan().operations.filter { $0.role == .importer }
        #expect(
            batches.map(\.payload)
                == [.importBatch(0..<2), .importBatch(2..<4), .importBatch(4..<6)])
        #expect(batches.map(\.due) == [.zero, .milliseconds(10), .milliseconds(20)])
        // Cities, alternate names, and in the first batch both countries.
        #expect(batches.map(\.edits) == [2 + 5 + 2, 2 + 1, 2 + 2])
    }

    @Test func `What does not come due in the importer's last phase is done in it all the same`()
        throws
    {
        let late = try plan(("pace: 10ms", "pace: 50ms"))
        #expect(late.operations(of: 1, role: .importer).map(\.due.milliseconds) == [0, 50, 100])
        let two = try plan(
            ("pace: 10ms", "pace: 50ms"), ("[ui, display]", "[ui, display, importer]"))
        #expect(two.operations(of: 1, role: .importer).count == 2)
        #expect(two.operations(of: 2, role: .importer).count == 1)
    }

    @Test func `The key take imports the first lines only`() throws {
        let plan = try plan(("batch: 2", "take: 3, batch: 2"))
        #expect(
            plan.operations.filter { $0.role == .importer }.map(\.payload)
                == [.importBatch(0..<2), .importBatch(2..<3)])
    }

    @Test func `The CSV quotes what RFC 4180 wants quoted and has one row an operation`() throws {
        let plan = try plan(("fetch-page: 0.3, search: 0.2", "fetch-page: 0.1, search: 0.4"))
        let rows = plan.operationsCSV.split(separator: "\n")
        #expect(rows.count == plan.operations.count + 1)
        #expect(plan.operationsCSV.hasSuffix("\n"))
        let edits = plan.operations.filter { $0.kind == .edit }
        #expect(!edits.isEmpty)
        for edit in edits {
            guard case .edit(let note) = edit.payload else { continue }
            #expect(rows[edit.index + 1].hasSuffix(",\"\(note.text)\""))
        }
    }

    @Test func `The digest of what was executed does not depend on the order, but on each of them`()
        throws
    {
        let plan = try plan()
        #expect(plan.digest(ofExecuted: plan.operations.reversed()) == plan.digest)
        #expect(plan.digest(ofExecuted: plan.operations.dropLast()) != plan.digest)
        #expect(
            plan.digest(ofExecuted: plan.operations + [plan.operations[3]]) != plan.digest)
    }
}
