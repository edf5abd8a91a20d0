import Foundation
import Results
import StoreIO
import Topologies

/// Failures with a row of their own: one save fails, of a main context's and its private writer's.
///
///     main.save() ── returns: the app shows "saved"
///         └── writer.save(), later, on its own queue ── throws: no caller gets the error
///
///     main.save() ── throws: printed, and on
///         └── writer.save() all the same ── returns: what does the store hold?
package enum FaultScenario: String, CaseIterable, Sendable {
    case writerFailsLater = "the writer's save fails after main's had returned"
    case mainFailsWriterSaves = "main's save fails and the writer is saved all the same"

    private static let path = "scenario.sqlite"

    /// The reason that no stack with this model can come to it; `nil` if one can.
    package func obstacle(of script: FaultScript) -> String? {
        guard self == .mainFailsWriterSaves, script.entityThatNeedsValues == nil else { return nil }
        return "the model demands no value, so that no save fails before it comes to a file"
    }

    /// Plays it on a main context below a private writer.
    ///
    /// - Precondition: there is no `obstacle`.
    /// - Parameter folder: an existing one, for the store.
    /// - Throws: the error that keeps the scenario from being played.
    package func play(
        _ mode: StoreMode, script: FaultScript, seed: UInt64, in folder: String
    ) throws -> FaultScenarioRecord {
        try TracingVFS.register()
        let store = try FaultStore(mode, script: script, in: folder)
        let path = URL(filePath: folder).appending(path: Self.path).path
        defer { StoreFiles.remove(at: path) }
        try store.template.write(to: path)
        let (variant, topology) = TopologyCatalogue.privateWriterAtOnce
        let stage = FaultStage(store, topology, at: path, seed: seed)
        var record = FaultScenarioRecord(
            name: rawValue, variant: variant, mode: mode.description)
        switch self {
        case .writerFailsLater: try stage.playWriter(into: &record)
        case .mainFailsWriterSaves: try stage.playMain(into: &record)
        }
        return record
    }
}

extension TopologyCatalogue {
    /// The private writer, saved as soon as main has been: nothing but the fault decides.
    fileprivate static var privateWriterAtOnce: (variant: String, topology: Topology) {
        guard var topology = all.first(where: { $0.name == "private-writer" }) else {
            preconditionFailure("the catalogue lacks private-writer; it was renamed")
        }
        topology.flush = .immediate
        return ("private-writer:flush=immediate", topology)
    }
}
