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

    /// Whether a folder holds such a part.
    static func isPart(_ folder: String) -> Bool {
        (try? read(folder))?.part != nil
    }

    /// Reads the parts.
    ///
    /// - Throws: `CommandFailure`: 2 for a part that is there twice, 7 for parts of different
    ///   results, and where one is missing.
    init(_ folders: [String]) throws {
        self.folders = folders
        parts = try folders.map { try Self.read($0) }
        let first = parts[0]
        var seen: [Int: String] = [:]
        for (folder, part) in zip(folders, parts) {
            guard let place = part.part, part.run == first.run, place.count == first.part?.count
            else {
                throw CommandFailure(
                    .incomparable,
                    "\(folder) is no part of the simulation that \(folders[0]) is a part of: "
                        + "give parts of one command")
            }
            guard part.commit == first.commit else {
                throw CommandFailure(
                    .incomparable,
                    "\(folder) is of commit \(part.commit.prefix(12)), and \(folders[0]) of "
                        + "\(first.commit.prefix(12)): simulate both with one build")
            }
            if let other = seen[place.number] {
                throw CommandFailure(
                    .usage,
                    "\(other) and \(folder) are both part \(place.number)/\(place.count): leave "
                        + "one out")
            }
            seen[place.number] = folder
        }
        let count = first.part?.count ?? 0
        let missing = (1...max(count, 1)).filter { seen[$0] == nil }.map { "\($0)/\(count)" }
        guard missing.isEmpty else {
            throw CommandFailure(
                .incomparable,
                "the simulation is not complete: \(TextLines.list(missing)) "
                    + "\(missing.count == 1 ? "is" : "are") missing; run lab simulate with that "
                    + "--shard")
        }
    }

    private static func read(_ folder: String) throws -> WorkloadResult {
        let path = URL(filePath: folder).appending(path: ResultFile.name).path
        guard let data = InputFile.contents(of: path) else {
            throw CommandFailure(
                .usage, "there is no \(path): name a folder that lab simulate --shard wrote to")
        }
        do {
            return try JSONDecoder().decode(WorkloadResult.self, from: data)
        } catch {
            throw CommandFailure(
                .incomparable,
                "\(path) cannot be read: it is cut off, or of another lab; simulate that shard "
                    + "again with this build")
        }
    }

    /// The whole result, its limits judged.
    func result() throws -> WorkloadResult {
        var whole = parts[0]
        whole.part = nil
        whole.started = parts.map(\.started).min() ?? whole.started
        whole.isInterrupted = parts.contains(where: \.isInterrupted)
        whole.topologies = SimulationParts.joined(parts.map(\.topologies))
        if let record = whole.uncertainty {
            let effects = parts.flatMap { $0.uncertainty?.effects ?? [] }
            whole.uncertainty?.effects = record.factors.flatMap { factor in
                effects.filter { $0.factor == factor.name }
            }
        }
        let limits = try (parts[0].part?.limits ?? []).map { try Limit($0, option: "--limit") }
        LimitEvaluator.judge(limits, of: &whole)
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
