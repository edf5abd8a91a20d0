import Execution
import Figures
import Results
import Runs
import Synchronization
import Topologies
import WorkloadEngine

/// Runs topologies in virtual time in two child processes, which share the runs.
///
/// A draw is one possible world: its seed draws the operations, their arrivals and the times of
/// syncs. All topologies meet the same draws, so that the n-th draws of two of them are a pair.
///
///     draw 1, draw 2, …          … last draw
///     child 1 ─▶                 ◀─ child 2    each reads the data once, and all but one world
///                                              is drawn once
///     ended early? a run without a report ─▶ a child of its own
///
/// So a trap fails its own topology, with the same words as if each run had a process.
package struct SimulationRun: Sendable {
    /// One draw of one topology.
    package struct Cell: Sendable, Hashable {
        /// The topology's place in the command.
        package let topology: Int
        /// From 1.
        package let draw: Int
        /// Which times of syncs the draw's operations meet, from 1.
        package var chance = 1
    }

    /// The word for the build in results, for times do not depend on it.
    package static let build = "any"

    /// The effects that no run on the device in virtual time has.
    package static func notModelled(on device: Device) -> [String] {
        [
            device.cores == nil ? "contention for cores" : "time slices and cores of two speeds",
            device.wake == nil ? "the time until a thread wakes" : nil,
            device.freeing == nil ? "giving back the space of files" : nil,
            "reads that miss the page cache", "heat and low power", "priority inversion",
            "the system's writing back of cached pages",
        ].compactMap { $0 }
    }

    /// Draws whose records are whole; of later ones only the figures are kept.
    private static let wholeDraws = 8

    /// As many processes as the smallest machine that the lab is made for has cores.
    private static let width = 2

    /// The most runs that two children share, after which starting them and reading the data are a
    /// small part of their time.
    private static let roundLimit = 256

    private let registry: ChildRegistry
    private let scratch: ScratchFolder
    private let subcommand: String
    private let timeLimit: Duration
    private let makeRequest: @Sendable (Cell, ScratchFolder) -> RepetitionRequest
    private let progress: @Sendable (Cell, Double) -> Void

    /// Makes the run of a command's draws.
    ///
    /// - Parameters:
    ///   - scratch: the folder for stores in use.
    ///   - subcommand: the hidden subcommand of the lab that runs a child.
    ///   - timeLimit: of each child, in real time.
    ///   - request: makes the request of a child, with the draw's seed.
    ///   - progress: receives a cell that has ended, and the share of those that have; on any
    ///     thread.
    package init(
        in registry: ChildRegistry, scratch: ScratchFolder, subcommand: String,
        timeLimit: Duration,
        request: @escaping @Sendable (Cell, ScratchFolder) -> RepetitionRequest,
        progress: @escaping @Sendable (Cell, Double) -> Void
    ) {
        self.registry = registry
        self.scratch = scratch
        self.subcommand = subcommand
        self.timeLimit = timeLimit
        makeRequest = request
        self.progress = progress
    }

    /// The seed of a draw; the first one is the workload's own.
    package static func seed(ofDraw draw: Int, from seed: UInt64) -> UInt64 {
        guard draw > 1 else { return seed }
        var stream = RandomStream(seed: seed).keyed("draw").keyed(draw)
        return stream.next()
    }

    /// The seed of a run's own chance; the first one is that of its operations.
    package static func seed(ofChance chance: Int, from seed: UInt64) -> UInt64 {
        guard chance > 1 else { return seed }
        var stream = RandomStream(seed: seed).keyed("chance").keyed(chance)
        return stream.next()
    }

    /// Simulates every topology in every draw.
    ///
    /// - Parameters:
    ///   - chances: how often each draw is simulated, each time with other times of syncs.
    ///   - operationsDigest: of the operations of the first draw. What another draw's are its seed
    ///     decides; all topologies must execute the same.
    ///   - includes: whether this machine simulates the cell at a place, draw by draw.
    ///   - results: gets a repetition for each draw, and the summary over them; a topology that
    ///     fails gets the failure instead.
    /// - Throws: `RunsError` if a child cannot be started or its files cannot be written.
    package func run(
        draws: Int, chances: Int = 1, operationsDigest: String,
        includes: (Int) -> Bool = { _ in true }, _ results: inout [TopologyResult]
    ) async throws {
        let all = (1...draws).flatMap { draw in
            (1...chances).flatMap { chance in
                results.indices.map { Cell(topology: $0, draw: draw, chance: chance) }
            }
        }
        let cells = all.indices.filter(includes).map { all[$0] }
        let progress = Progress(of: cells.count, progress)
        var outcomes: [Outcome?] = []
        for start in stride(from: 0, to: cells.count, by: Self.roundLimit) {
            let round = cells[start..<min(start + Self.roundLimit, cells.count)]
            outcomes += try await self.outcomes(of: Array(round), progress)
        }
        var digests = [1: operationsDigest]
        for (cell, outcome) in zip(cells, outcomes) {
            switch outcome {
            case nil: break
            case .success(let repetition):
                let record = repetition.record
                let digest = digests[cell.draw] ?? record.executedDigest
                digests[cell.draw] = digest
                if let failure = RunFailure(of: record, operationsDigest: digest) {
                    Self.fail(&results[cell.topology], failure)
                } else {
                    results[cell.topology].repetitions.append(repetition)
                }
            case .failure(let failure): Self.fail(&results[cell.topology], failure.failure)
            }
        }
        for index in results.indices where results[index].failure == nil {
            results[index].summary = FigureSummary.figures(
                over: results[index].repetitions.map(\.figures))
        }
    }

    /// The first failure of a topology is the one that is told.
    private static func fail(_ result: inout TopologyResult, _ failure: RunFailure) {
        result.failure = result.failure ?? failure
    }

    private struct NoResult: Error {
        let failure: RunFailure
    }

    private typealias Outcome = Result<RepetitionResult, NoResult>

    /// What is done of a command's cells.
    private final class Progress: Sendable {
        private let done = Mutex(0)
        private let count: Int
        private let told: @Sendable (Cell, Double) -> Void

        init(of count: Int, _ told: @escaping @Sendable (Cell, Double) -> Void) {
            self.count = count
            self.told = told
        }

        func end(_ cell: Cell) {
            let done = done.withLock { done in
                done += 1
                return done
            }
            told(cell, Double(done) / Double(count))
        }
    }

    /// - Returns: an outcome for each cell, `nil` for those that an interruption left out.
    private func outcomes(of cells: [Cell], _ progress: Progress) async throws -> [Outcome?] {
        let shared = cells.count > 1 ? try await sharedOutcomes(of: cells, progress) : [nil]
        let pool = ChildPool(width: Self.width)
        let alone = zip(cells, shared).filter { $0.1 == nil }.map(\.0)
        var others = try await pool.map(alone) { cell in
            let outcome = try await self.outcome(of: cell)
            if outcome != nil { progress.end(cell) }
            return outcome
        }[...]
        return shared.map { $0 ?? others.removeFirst() }
    }

    /// The outcomes of cells in children that share them, as far as those came.
    private func sharedOutcomes(
        of cells: [Cell], _ progress: Progress
    ) async throws -> [Outcome?] {
        let folders = try cells.map { _ in try ScratchFolder(in: scratch) }
        defer { for folder in folders { folder.remove() } }
        // What says who runs a cell outlives the cell's folder.
        let claims = try ScratchFolder(in: scratch)
        defer { claims.remove() }
        let requests = cells.indices.map { index in
            var request = request(cells[index], folders[index])
            request.claim = claims.file("\(index)")
            return request
        }
        let outcomes = Mutex([Outcome?](repeating: nil, count: cells.count))
        // A planted fault may outlive its run, and a process in which it works is its own.
        guard requests.allSatisfy({ $0.plant == nil }) else { return outcomes.withLock { $0 } }
        do {
            try await ChildProcess.shareRepetitions(
                requests, subcommand: subcommand, timeLimit: timeLimit * requests.count,
                in: registry
            ) { index, report in
                // A round has hundreds of stores.
                folders[index].remove()
                guard let outcome = Self.outcome(in: report) else { return }
                outcomes.withLock { $0[index] = outcome }
                progress.end(cells[index])
            }
        } catch let error as RunsError where error.code == .interrupted {}
        return outcomes.withLock { $0 }
    }

    private static func outcome(in report: ChildReport) -> Outcome? {
        switch report {
        case .simulated(let repetition): .success(repetition.result)
        case .failed(let failure): .failure(NoResult(failure: failure))
        default: nil
        }
    }

    /// Runs a cell in a child of its own.
    ///
    /// - Returns: `nil` if the command was interrupted.
    private func outcome(of cell: Cell) async throws -> Outcome? {
        guard !registry.isClosed else { return nil }
        let folder = try ScratchFolder(in: scratch)
        defer { folder.remove() }
        let outcome: ChildOutcome
        do {
            outcome = try await ChildProcess.runRepetition(
                request(cell, folder), subcommand: subcommand, timeLimit: timeLimit, in: registry
            ).outcome
        } catch let error as RunsError where error.code == .interrupted {
            return nil
        }
        if case .killed = outcome { return nil }
        if let failure = outcome.failure { return .failure(NoResult(failure: failure)) }
        guard case .simulated(let repetition) = outcome else {
            return .failure(
                NoResult(
                    failure: RunFailure(
                        kind: .trapped, message: "its report is of another kind of child")))
        }
        return .success(repetition)
    }

    private func request(_ cell: Cell, _ folder: ScratchFolder) -> RepetitionRequest {
        var request = makeRequest(cell, folder)
        // Hundreds of whole records would fill the memory.
        request.keepsRecord = cell.draw <= Self.wholeDraws && cell.chance == 1
        return request
    }
}
