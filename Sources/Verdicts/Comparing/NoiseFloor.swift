import Results

/// How much two runs of one thing differ on a machine: a change below it is not one.
///
/// Repetitions of one run tell how much they scatter, and not how much two runs differ for reasons
/// that all repetitions of one share: where the linker put the code, how warm the machine was. Only
/// runs of a thing against itself tell that.
package struct NoiseFloor: Codable, Sendable, Hashable {
    /// The version of the file's layout.
    package static let schema = 1

    /// What it was measured on. Elsewhere it says nothing.
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

    /// The floors of one metric as shares: 0.03. `nil` where it was not measured that way.
    package struct Shares: Codable, Sendable, Hashable {
        package var paired: Double?
        package var unpaired: Double?

        package init(paired: Double? = nil, unpaired: Double? = nil) {
            self.paired = paired
            self.unpaired = unpaired
        }
    }

    package var schema = NoiseFloor.schema
    /// `nil` where nothing was measured.
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

    /// What stands in where nothing was measured.
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

    /// What is assumed where nothing was measured.
    ///
    /// Runs that alternated share the machine's state, and differ by the layout of two binaries:
    /// Mytkowicz et al., *Producing wrong data without doing anything obviously wrong!* (ASPLOS
    /// 2009), saw some percent. Runs of two nights differ by what XCTest allows before it fails a
    /// test, 10 %. The store's counts follow from the operations and hardly from the machine.
    private static func assumed(_ metric: String, isPaired: Bool) -> Double {
        if metric.hasPrefix("store.") { return 0.01 }
        return isPaired ? 0.03 : 0.10
    }

    /// Differences below this are nothing, whatever their share: 2 µs are twice 1 µs, and nobody
    /// waits for either. In the figure's unit.
    package static func smallest(_ unit: String) -> Double {
        switch MetricUnit(rawValue: unit) {
        // About a hundredth of a frame at 120 Hz.
        case .milliseconds: 0.1
        case .seconds: 0.001
        // Printed with a digit after the point, of which half is lost to rounding.
        case .percent, .secondsPerHour, .millisecondsPerSecond: 0.1
        // There is no half of these.
        case .edits, .count, .rows: 0.5
        case .objectsPerSecond: 1
        // One page of the store, and what an allocator asks the kernel for at once.
        case .bytes: 4096
        case .mebibytes: 0.5
        case nil: 0
        }
    }
}
