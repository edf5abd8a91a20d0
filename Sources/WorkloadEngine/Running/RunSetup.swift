import CoreData
import Documents
import Foundation
import Results
import StoreIO
import Topologies

/// Everything that a run needs before its stack is built: made of names, checked, and the same in
/// the parent that plans a run and in the child that does it.
package struct RunSetup: Sendable {
    package let workload: Workload
    /// The workload's model, which the setup's stacks share; a stack in Swift code gets a copy.
    package let model: NSManagedObjectModel
    package let plan: OperationPlan
    /// How long a run takes when nothing is late.
    package let length: RunLength

    /// Reads a workload, its model and its data, and draws its operations.
    ///
    /// - Parameters:
    ///   - settings: `--set`, in order.
    ///   - swept: a value of `--sweep`, which is set last.
    ///   - seed: instead of the workload's.
    ///   - other: of the same workload and settings with another seed, whose model and data are
    ///     taken over.
    /// - Throws: `WorkloadError`, `DocumentError`, `ModelFileError`.
    package init(
        workload name: String, settings: [WorkloadSetting] = [], swept: WorkloadSetting? = nil,
        seed: UInt64? = nil, sharing other: RunSetup? = nil
    ) throws {
        var workload = try Workload.load(named: name, settings: settings, swept: swept)
        if let seed { workload.seed = seed }
        // The model before the data: the cheap mistake first.
        model = try other?.model ?? Self.model(of: workload)
        self.workload = workload
        plan = try OperationPlan(workload, sharing: other?.plan)
        length = RunLength(workload, plan)
        // How many batches a data file makes is known only now.
        guard length.nominal <= WorkLimits.length else {
            throw WorkloadError.takesTooLong(length, file: workload.file)
        }
    }

    /// Reads and checks the workload's model.
    ///
    /// If it cannot be read, the lab's own reader says why: Apple's interface returns `nil` without
    /// a reason or a position.
    private static func model(of workload: Workload) throws -> NSManagedObjectModel {
        do {
            return try workload.loadModel()
        } catch let error as WorkloadError where error.code == .invalidModel {
            if FileManager.default.fileExists(atPath: workload.model.url.path) {
                _ = try NSManagedObjectModel.load(contentsOf: workload.model.url)
            }
            throw error
        }
    }

    /// The topology for a value of `--topology`, with the workload's fields under its own.
    ///
    /// - Parameter own: the user's topologies, beside the catalogue's.
    /// - Throws: `TopologyError`; `DocumentError` if the text does not have that form.
    package func resolved(_ text: String, own: [OwnTopology] = []) throws -> ResolvedTopology {
        let resolved = try workload.resolved(
            VariantSpec(text, option: "--topology"), own: own)
        guard resolved.topology.coordinators == 1 || workload.store.kind == .sqlite else {
            throw TopologyError.needsSQLite(text, storeType: workload.store.kind.rawValue)
        }
        guard resolved.topology.history == .off || workload.store.kind == .sqlite else {
            throw TopologyError.historyNeedsSQLite(
                text, storeType: workload.store.kind.rawValue)
        }
        return resolved
    }

    /// The topology for a value of `--topology`, without the sources of its fields.
    package func topology(_ text: String, own: [OwnTopology] = []) throws -> Topology {
        try resolved(text, own: own).topology
    }

    /// The options that every store of the lab is opened with.
    ///
    /// - Parameter isTraced: whether the store's I/O is counted. Reading back is not counted.
    package func storeOptions(isTraced: Bool) -> [AnyHashable: Any] {
        var options = workload.store.options
        // Only SQLite goes through a VFS.
        if isTraced, workload.store.kind == .sqlite {
            options[SQLiteStoreOption.vfsName] = TracingVFS.name
        }
        return options
    }

    /// The name of a store's file in its folder.
    package static let storeName = "store.sqlite"

    /// The path of a store in its folder.
    package static func storePath(in folder: String) -> String {
        URL(filePath: folder).appending(path: storeName).path
    }

    /// Builds a stack on a new store in a folder, under the current execution.
    ///
    /// - Throws: `StoreIOError`, `TopologyError`, the coordinator's error.
    package func makeStack(
        _ topology: Topology, in folder: String, observer: (any StackObserver)?,
        options: [AnyHashable: Any] = [:]
    ) throws -> any Stack {
        try topology.makeStack(on: makeStore(in: folder, options: options), observer: observer)
    }

    /// The new store of a stack in a folder.
    ///
    /// - Throws: `StoreIOError`.
    package func makeStore(
        in folder: String, options: [AnyHashable: Any] = [:]
    ) throws -> StackStore {
        try TracingVFS.register()
        return StackStore(
            model: model, url: URL(filePath: Self.storePath(in: folder)),
            type: workload.store.kind.storeType,
            options: storeOptions(isTraced: true).merging(options) { $1 })
    }
}
