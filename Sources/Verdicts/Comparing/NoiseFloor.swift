import Results

/// The difference between two runs of one thing on a machine: a smaller one is not a change.
///
/// The scatter of one run's repetitions does not contain the differences between two runs: the
/// linker's layout of the code or the machine's temperature affect all repetitions of one run
/// alike. Only runs of a thing against itself show them.
package struct NoiseFloor: Codable, Sendable, Hashable {
    /// The version of the file's layout.
    package static let schema = 1

    /// The machine of the measurement.
    ///
    /// The floor has no meaning on another.
    package struct Machine: Codable, Sendable, Hashable {
        package var device: String
        package var processor: String
        package var cores: Int
        package var fileSystem: String
        package var build: String

        package init(of result: ResultFigures) {
            device = result.device
            processor = result.host.processor
            cores = result.host.cores
            fileSystem = result.host.fileSystem
            build = result.build
        }
    }

    /// The floors of one metric as shares: 0.03.
    ///
    /// `nil` if the comparisons were of the other kind.
    package struct Shares: Codable, Sendable, Hashable {
        package var paired: Double?
        package var unpaired: Double?

        package init(paired: Double? = nil, unpaired: Double? = nil) {
            self.paired = paired
            self.unpaired = unpaired
        }
    }

    package var schema = NoiseFloor.schema
    /// The measured machine; `nil` for assumed floors.
    package var machine: Machine?
    /// How many comparisons of a thing with itself it rests on.
    package var comparisons: Int
    /// By the metric's name: `main.delay.p99`.
    package var shares: [String: Shares]

    package init(machine: Machine?, comparisons: Int, shares: [String: Shares]) {
        self.machine = machine
        self.comparisons = comparisons
        self.shares = shares
    }

    /// The floor of a machine without a measurement.
    package static let uncalibrated = NoiseFloor(machine: nil, comparisons: 0, shares: [:])

    /// Whether it was measured where these results come from.
    package func fits(_ results: ResultFigures...) -> Bool {
        results.allSatisfy { Machine(of: $0) == machine }
    }

    /// The floor of a metric as a share, and whether it was measured.
    package func share(of metric: String, isPaired: Bool) -> (value: Double, isMeasured: Bool) {
        let measured = shares[metric].flatMap { isPaired ? $0.paired : $0.unpaired }
        return measured.map { ($0, true) } ?? (Self.assumed(metric, isPaired: isPaired), false)
    }

    /// The assumed floor of a metric without a measurement.
    ///
    /// Runs that alternated share the machine's state, and differ by the layout of two binaries:
    /// Mytkowicz et al., *Producing wrong data without doing anything obviously wrong!* (ASPLOS
    /// 2009), saw some percent. Runs of two nights differ by the 10 % that XCTest allows before it
    /// fails a test. The store's counts follow from the operations and hardly from the machine.
    private static func assumed(_ metric: String, isPaired: Bool) -> Double {
        if isCounter(metric) { return smallestWork }
        return isPaired ? 0.03 : 0.10
    }

    /// The share of a counter's change that does not matter, unless a gate allows less: 1 %.
    ///
    /// It is not noise, because a counter that repeats exactly has none. One statement more in a
    /// hundred costs less than any comparison of times could find.
    static let smallestWork = 0.01

    /// Whether a figure's name is a counter's: `store.commits.total`.
    static func isCounter(_ name: String) -> Bool {
        Metric.find(name).map { Metric.counters.contains($0.metric) } ?? false
    }

    /// The difference, in the figure's unit, below which a change does not count, whatever its
    /// share.
    ///
    /// 2 µs are twice 1 µs, and a user notices neither.
    package static func smallest(_ unit: String) -> Double {
        switch MetricUnit(rawValue: unit) {
        // About a hundredth of a frame at 120 Hz.
        case .milliseconds: 0.1
        case .seconds: 0.001
        // Printed with a digit after the point, of which half is lost to rounding.
        case .percent, .secondsPerHour, .millisecondsPerSecond: 0.1
        // These have no halves.
        case .edits, .count, .rows: 0.5
        case .objectsPerSecond: 1
        // One page of the store, and the size of an allocator's requests to the kernel.
        case .bytes: 4096
        case .mebibytes: 0.5
        case nil: 0
        }
    }
}
