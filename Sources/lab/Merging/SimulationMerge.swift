import Foundation
import Reporting
import Results
import Simulation
import Verdicts

/// The parts of a simulated result that several machines have made, as the one result that a
/// single machine makes of it.
struct SimulationMerge {
    private let folders: [String]
    private let parts: [WorkloadResult]

    /// - Throws: `CommandFailure`.
    init(_ folders: [String]) throws {
        let read = try PartFolders<WorkloadResult>(folders)
        self.folders = read.folders
        parts = read.parts
    }

    /// The gates of the workload's file, without those on changes: a part has no baseline.
    func gating() throws -> Gating {
        try Gating(
            GateRequest(), workloadGates: (parts[0].gates ?? []).map { try Gate($0) },
            baseline: nil)
    }

    /// The whole result, judged as one machine judges it.
    ///
    /// - Parameter bounds: those of gates.
    func result(bounds: [Limit]) throws -> WorkloadResult {
        var whole = parts[0]
        whole.part = nil
        whole.started = parts.map(\.started).min() ?? whole.started
        whole.isInterrupted = parts.contains(where: \.isInterrupted)
        whole.topologies = ResultParts.joined(parts.map(\.topologies))
        if let record = whole.uncertainty {
            let effects = parts.flatMap { $0.uncertainty?.effects ?? [] }
            whole.uncertainty?.effects = record.factors.flatMap { factor in
                effects.filter { $0.factor == factor.name }
            }
        }
        guard !whole.isInterrupted else { return whole }
        let limits = try Limit.each(of: parts[0].part?.limits ?? [])
        LimitEvaluator.judge(limits + bounds, of: &whole)
        return whole
    }

    /// The texts for operations.csv, which all parts have alike.
    var operations: [[UInt8]] {
        let folder = URL(filePath: folders[0])
        func bytes(_ name: String) -> [UInt8]? {
            InputFile.contents(of: folder.appending(path: name).path).map { Array($0) }
        }
        if let one = bytes("operations.csv") { return [one] }
        var streams: [[UInt8]] = []
        while let next = bytes("operations-\(streams.count + 1).csv") { streams.append(next) }
        return streams
    }
}
