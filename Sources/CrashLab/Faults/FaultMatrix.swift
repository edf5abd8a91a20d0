import Foundation
import Results
import Runs
import StoreIO
import Topologies

/// Every fault at every call of a short run on one topology, in one mode of SQLite.
///
/// The run goes once without faults, and its calls are counted; then once for each call, and each
/// way in which it can fail, for once and from there on. Of calls of a kind that come more than 120
/// times, as those for large values do, every n-th is tried. Each trial must satisfy:
///
/// - The caller that made an edit gets the error, or the app believed the edit saved before: then
///   the trial is *silent*.
/// - A failed save leaves the pending edits unchanged, and a later save takes them, once.
/// - After a kill, the store holds the committed edits. Of a save that reported a failure it holds
///   all or nothing: a *ghost* if all. Until then neither "saved" nor "lost" would be true of it.
///
/// Not modelled: a sync that reports success and did nothing; the exploration of losses of power
/// covers it.
package struct FaultMatrix: Sendable {
    package let topology: Topology
    package let variant: String
    package let mode: StoreMode
    package let seed: UInt64
    package let script: FaultScript
    /// Which kinds of call are made to fail.
    package var calls = StoreCall.allCases
    /// And to which files.
    package var files = StoreFile.allCases
    /// The distance between a call's occurrences that are tried, beginning with the first.
    package var stride = 1
    /// Whether each save is two transactions, as a control: trials must find that.
    package var splitsSaves = false
    /// Which of the orders that virtual time allows is taken; 0 is the canonical one.
    package var interleaving: UInt64 = 0

    /// Makes a matrix of every call.
    ///
    /// - Parameter script: the run of a workload; its seed is that of the run's time, too.
    package init(
        _ topology: Topology, variant: String, mode: StoreMode, script: FaultScript, seed: UInt64
    ) {
        self.topology = topology
        self.script = script
        self.variant = variant
        self.mode = mode
        self.seed = seed
    }

    /// Runs all trials.
    ///
    /// - Parameters:
    ///   - folder: an existing one, for stores of this matrix alone.
    ///   - isCancelled: asked before each trial; if `true`, the trials so far are returned.
    ///   - progress: receives the finished share.
    /// - Throws: the error that ends the run without faults early; `VirtualDeadlock`; errors of the
    ///   file system.
    package func run(
        in folder: String, isCancelled: () -> Bool = { false },
        progress: (Double) -> Void = { _ in }
    ) throws -> FaultConfiguration {
        try TracingVFS.register()
        var store = try FaultStore(mode, script: script, in: folder)
        store.splitsSaves = splitsSaves
        let path = URL(filePath: folder).appending(path: "store.sqlite").path
        defer { StoreFiles.remove(at: path) }
        let counts = try makeRun([], of: store, at: path).countCalls()
        let faults = faults(of: counts)
        var configuration = FaultConfiguration(
            topology: topology.name, variant: variant, mode: mode.description)
        configuration.calls = counts.countedCalls
        configuration.commits = counts.commits
        configuration.uncalled = uncalled(in: counts)
        for (index, fault) in faults.enumerated() where !isCancelled() {
            progress(Double(index) / Double(faults.count))
            let run = try makeRun([fault], of: store, at: path)
            configuration.trials.append(try run.run(fault))
        }
        return configuration
    }

    private func makeRun(
        _ faults: [StoreFault], of store: FaultStore, at path: String
    ) throws -> FaultRun {
        try FaultRun(
            store, topology, at: path, faults: faults, seed: seed, interleaving: interleaving)
    }

    /// In the order of calls, files, codes and occurrences, each for once and lasting.
    private func faults(of counts: StoreIOCounts) -> [StoreFault] {
        calls.flatMap { call in
            files.flatMap { file in
                Self.codes(of: call).flatMap { code -> [StoreFault] in
                    let count = counts[file, call].count
                    let step = stride * Self.stride(of: file, count)
                    return Swift.stride(from: 1, through: count, by: step).flatMap { occurrence in
                        [false, true].map { isLasting in
                            StoreFault(
                                call: call, file: file, occurrence: occurrence,
                                isLasting: isLasting, code: code)
                        }
                    }
                }
            }
        }
    }

    /// A large value goes through hundreds of calls, one like the other.
    private static func stride(of file: StoreFile, _ count: Int) -> Int {
        max(1, count / (file == .external ? 20 : 60))
    }

    /// The calls that the run never makes, by their files: none of them can fail.
    private func uncalled(in counts: StoreIOCounts) -> [FaultConfiguration.Call] {
        StoreFile.allCases.flatMap { file in
            StoreCall.allCases.filter { counts[file, $0].count == 0 }.map {
                FaultConfiguration.Call(call: "\($0)", file: "\(file)")
            }
        }
    }

    /// The ways in which a call can fail.
    ///
    /// A full device fails a write, or, if it allots room late, a sync.
    private static func codes(of call: StoreCall) -> [StoreFault.Code] {
        switch call {
        case .write: [.ioError, .full, .readOnly]
        case .sync: [.syncFailure, .full]
        case .open, .delete, .read, .truncate: [.ioError]
        }
    }
}
