import Results

/// A run over time, for tools that show such: all queues, the store and the disk of the typical
/// repetition of each topology.
///
///     record ─▶ TraceBuilder ─▶ TraceProcess ─▶ thinned ─▶ TraceEventFile    trace.json
///                               one a topology           ─▶ SpeedscopeFile   trace.speedscope.json
///
/// Each topology's first phase begins at one instant of the trace, so that they can be compared.
package struct RunTrace: Sendable {
    /// The most slices of a trace: some 20 MB, which Perfetto opens in seconds.
    package static let most = 100_000

    let result: Head
    private(set) var processes: [TraceProcess]
    /// What was left out; `nil` if nothing was.
    package private(set) var thinning: TraceThinning?
    /// The topologies of which only the main queue is known, because the lab that ran them recorded
    /// no more.
    package let mainOnly: [String]
    /// The topologies that have nothing to draw: they failed, or no repetition is whole.
    package let missing: [String]

    /// What files say of the run.
    struct Head: Sendable {
        let run: String
        let commit: String
        let build: String
        let workload: String
        let mode: String
        let device: String
    }

    /// Puts a trace together.
    ///
    /// - Parameter most: how many slices it may have. Of more, short ones are left out.
    /// - Complexity: O(n log n) in what was recorded.
    package init(of result: WorkloadResult, most: Int = Self.most) {
        self.result = Head(
            run: result.run, commit: result.commit, build: result.build,
            workload: result.workload, mode: result.mode, device: result.device)
        var builders: [TraceBuilder] = []
        var mainOnly: [String] = []
        var missing: [String] = []
        for topology in result.topologies {
            let name = Self.name(of: topology, in: result)
            guard let repetition = topology.typicalRepetition else {
                missing.append(name)
                continue
            }
            let builder = TraceBuilder(name: name, repetition, of: topology)
            if builder.isMainOnly { mainOnly.append(name) }
            builders.append(builder)
        }
        self.mainOnly = mainOnly
        self.missing = missing
        let lead = builders.map(\.lead).max() ?? 0
        (processes, thinning) = TraceThinning.thinned(
            builders.map { $0.process(after: lead) }, to: most)
    }

    /// The same, thinned until its trace.json has no more than so many bytes.
    ///
    /// - Complexity: some passes over the file; each is near enough for the next to fit.
    func fitting(_ mostBytes: Int) -> RunTrace {
        var trace = self
        while trace.count > 0 {
            let size = TraceEventFile.bytes(of: trace).count
            guard size > mostBytes else { break }
            // Names and counters do not shrink with the slices: a little less than their share.
            trace.thin(to: trace.count * mostBytes / size * 19 / 20)
        }
        return trace
    }

    private mutating func thin(to most: Int) {
        let (rest, further) = TraceThinning.thinned(processes, to: most)
        processes = rest
        guard let further else { return }
        thinning = thinning?.followed(by: further) ?? further
    }

    /// Whether it has nothing to show.
    package var isEmpty: Bool { processes.isEmpty }

    /// How many slices it has.
    package var count: Int {
        processes.reduce(0) { $1.tracks.reduce($0) { $0 + $1.slices.count } }
    }

    /// How many topologies it shows.
    package var topologyCount: Int { processes.count }

    /// The topology's name, in a sweep with the value.
    private static func name(of topology: TopologyResult, in result: WorkloadResult) -> String {
        guard let sweep = result.sweep, let value = topology.point?.value else {
            return topology.variant
        }
        return "\(topology.point?.row ?? topology.variant), \(sweep.key)=\(value)"
    }
}
