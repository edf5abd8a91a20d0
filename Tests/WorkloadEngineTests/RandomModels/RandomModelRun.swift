import CoreData
import Documents
import Execution
import Foundation
import Synchronization
import Topologies
import WorkloadEngine

/// The life of a model of a seed: a workload is written for it, checked, run in virtual time and
/// compared.
struct RandomModelRun {
    enum Verdict: Equatable {
        /// The data was as expected.
        case asExpected
        /// `lab new` writes nothing, for this reason.
        case refused(String)
        /// The model file itself cannot be read.
        case unreadable(String)
        /// `lab new` wrote what `lab lint` refuses.
        case written(String)
        /// The run ended with other data than expected.
        case judgedWrong(String)
    }

    let folder: URL

    /// The workload that was written for the model; `nil` if none was.
    private(set) var text: String?

    /// Whether the last run imported in the way of its seed, and not as `lab new` writes it.
    private(set) var isVaried = false

    init(in folder: URL) { self.folder = folder }

    /// Runs a model's workload.
    ///
    /// - Throws: errors of writing a file; `VirtualDeadlock`.
    mutating func verdict(of seed: UInt64) throws -> Verdict {
        try verdict(of: Data(RandomModel(seed: seed).contents.utf8), seed: seed)
    }

    /// Runs a workload for the contents of a model file, in the topology and the way of a seed.
    ///
    /// - Throws: errors of writing a file; `VirtualDeadlock`.
    mutating func verdict(of contents: Data, seed: UInt64) throws -> Verdict {
        let model = folder.appending(path: "Model\(seed).xcdatamodel")
        try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
        try contents.write(to: model.appending(path: "contents"))
        defer { try? FileManager.default.removeItem(at: model) }
        text = nil
        let found: NSManagedObjectModel
        do {
            found = try NSManagedObjectModel.load(contentsOf: model).model
        } catch {
            return .unreadable("\(error)")
        }
        let text: String
        do {
            text = try WorkloadDraft(found, file: "model", importing: nil)
                .text(modelPath: model.path, name: "model.yaml")
        } catch {
            return .refused("\(error)")
        }
        self.text = text
        do {
            _ = try parse(text).loadModel()
        } catch {
            return .written("\(error)")
        }
        let small = Self.small(text)
        // A model whose objects need each other admits not every way.
        let way = (try? parse(Self.varied(small, seed))).flatMap { workload in
            (try? workload.loadModel()) == nil ? nil : workload
        }
        isVaried = way != nil
        let outcome = try run(way ?? parse(small), seed)
        guard !outcome.isAsExpected else { return .asExpected }
        let failures =
            outcome.failures.map(\.description) + outcome.saveFailures.map { "\($0)" }
        return .judgedWrong((failures + outcome.differences).prefix(3).joined(separator: "\n"))
    }

    private func parse(_ text: String) throws -> Workload {
        try Workload.parse(text, file: folder.appending(path: "model.yaml").path)
    }

    /// The lab's workload with fewer objects and in less time; the same rules apply.
    static func small(_ text: String) -> String {
        let small = [
            ("generate: 2000", "generate: 30"), ("batch: 200, pace: 75ms", "batch: 10, pace: 5ms"),
            ("poisson 20/s", "poisson 300/s"), ("notes: 200", "notes: 8"),
            ("for: 200ms", "for: 10ms"), ("for: 1s", "for: 50ms"), ("for: 1.2s", "for: 30ms"),
        ]
        return small.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }

    /// The ways to import that seeds take in turn, as an importer's keys: the first is that of
    /// `lab new`.
    private static let ways = [
        "", "method: upsert", "relationships: second-pass", "method: upsert, find: each",
        "method: batch-insert, relationships: none", "method: upsert, find: sorted",
        "method: batch-insert-block, relationships: none", "reset: true",
        "relationships: second-pass, link-batch: 7, find: each",
    ]

    /// The same workload with the way to import, and the kind of store, of a seed.
    ///
    /// An upsert finds a third of its objects in the store.
    static func varied(_ text: String, _ seed: UInt64) -> String {
        // A batch insert writes objects of one entity, and these are of several subentities.
        // Without partners a second pass has nothing to do.
        let isFamily = text.contains("\n    subentities: {")
        let hasPartners = text.contains(/: (one|some [0-9.]+) of 50\b/)
        let ways = ways.filter { way in
            !(isFamily && way.contains("batch-insert"))
                && (!isFamily || hasPartners || !way.contains("second-pass"))
        }
        let way = ways[Int(seed % UInt64(ways.count))]
        guard !way.isEmpty else { return text }
        var text = text.replacing("batch: 10, pace: 5ms", with: "batch: 10, pace: 5ms, \(way)")
        if way.hasPrefix("method: upsert") {
            text = text.replacing(
                "phases:\n", with: "phases:\n  - { name: before, imported: 10, measured: false }\n")
        }
        return text
    }

    /// Each seed takes another topology and another order of what may happen at once.
    private func run(_ workload: Workload, _ seed: UInt64) throws -> Outcome {
        let topologies = TopologyCatalogue.all
        let topology = topologies[Int(seed % UInt64(topologies.count))]
        let plan = try OperationPlan(workload)
        let execution = VirtualExecution(seed: seed, interleaving: seed % 3)
        let observer = RecordingObserver(execution: execution)
        let url = folder.appending(path: "\(seed).sqlite")
        let built = Mutex<TopologyStack?>(nil)
        try Executions.$current.withValue(execution) {
            try execution.run {
                let stack = try TopologyStack(
                    topology, model: workload.loadModel(), storeURL: url,
                    storeOptions: workload.store.options, observer: observer)
                built.withLock { $0 = stack }
                Runner(
                    plan: plan, workload: workload, stack: stack, observer: observer,
                    execution: execution, includesDisplay: false
                ).run { _ in }
            }
            // Thousands of models would keep seven files open each.
            try execution.run { try built.withLock { try $0?.closeStores() } }
        }
        execution.close()
        for ending in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: url.path + ending)
        }
        guard let outcome = observer.seen.outcomes.last else {
            preconditionFailure("a run in virtual time ended without an outcome")
        }
        return outcome
    }
}
