import Documents
import Results

/// One figure of one run, as a history keeps it: one line of newline-delimited JSON.
package struct HistoryRecord: Codable, Sendable, Hashable {
    /// The version of the line's layout.
    ///
    /// Lines of another version are skipped by name.
    package static let schema = 1

    package var schema = HistoryRecord.schema
    package var commit: String
    /// When the run started: ISO 8601 in UTC, so that order is the order of the text.
    package var date: String
    package var workload: String
    package var workloadDigest: String
    /// The workload's digest in the former definition, which included limits and gates.
    ///
    /// Absent if the workload has neither.
    package var formerWorkloadDigest: String?
    package var mode: String
    package var device: String
    package var build: String
    package var cores: Int
    /// The processor and the file system that it was measured on, or the digest of the device's
    /// numbers that it was simulated with.
    ///
    /// Absent in lines of former builds.
    package var machine: String?
    package var topology: String
    package var variant: String
    /// A digest of the topology's definition in this run; absent if run.json does not record it.
    package var definition: String?
    package var phase: String
    /// Empty for all roles together.
    package var role: String
    /// With the statistic: `main.delay.p99`.
    package var metric: String
    package var unit: String
    package var better: Polarity
    /// The median over the repetitions.
    package var value: Double
    /// Its bounds; `nil` for one repetition.
    package var low: Double?
    package var high: Double?
    /// How many repetitions it rests on.
    package var n: Int

    /// The record of a figure over repetitions.
    package init(_ figure: Figure, of topology: ResultFigures.Topology, in result: ResultFigures) {
        commit = result.commit
        date = result.started
        workload = result.workload
        workloadDigest = result.workloadDigest
        formerWorkloadDigest = result.formerWorkloadDigest
        mode = result.mode
        device = result.device
        build = result.build
        cores = result.host.cores
        machine =
            result.mode == ResultFigures.simulatedMode
            ? result.simulated?.digest.map { String($0.prefix(12)) }
            : Self.machine(of: result.host)
        self.topology = topology.topology
        variant = topology.variant
        definition = topology.definition.map {
            String(SHA256.hex(of: $0.joined(separator: "\n")).prefix(12))
        }
        phase = figure.phase
        role = figure.role
        metric = figure.name
        unit = figure.unit
        better = figure.better
        value = figure.value
        low = figure.low
        high = figure.high
        n = figure.count
    }

    /// `AMD EPYC, ext4`; `nil` if neither is known.
    private static func machine(of host: Host) -> String? {
        let known = [host.processor, host.fileSystem].filter { !$0.isEmpty }
        return known.isEmpty ? nil : known.joined(separator: ", ")
    }
}

extension HistoryRecord {
    /// The records with one digest for one workload, and each with its machine.
    ///
    /// Older records have limits and gates in their digest; they get the digest that later records
    /// of the same file name beside their own. They name no machine, and get that of the later
    /// records of their device, build and cores, if these are all of one.
    package static func unified(_ records: [HistoryRecord]) -> [HistoryRecord] {
        var current: [String: String] = [:]
        var machines: [[String]: Set<String>] = [:]
        for record in records {
            if let former = record.formerWorkloadDigest { current[former] = record.workloadDigest }
            if let machine = record.machine {
                machines[record.surroundings, default: []].insert(machine)
            }
        }
        return records.map { record in
            var record = record
            record.workloadDigest = current[record.workloadDigest] ?? record.workloadDigest
            if record.machine == nil, let known = machines[record.surroundings], known.count == 1 {
                record.machine = known.first
            }
            return record
        }
    }

    /// What every record tells of where it was made.
    private var surroundings: [String] { [mode, device, build, "\(cores)"] }

    /// The metrics that a history keeps by default: the gates of a comparison, and figures on which
    /// the machine has little influence, so that a change is a change of the program.
    package static let standardMetrics: [String] =
        GateFamily.standard.members.map(\.name)
        + [
            Metric.mainStall[.max], Metric.uiFreshness[.max], Metric.lossPower[.exposure],
            Metric.storeCommits[.total],
            Metric.storeSyncs[.total], Metric.storeBytesWritten[.total],
        ].map(\.name)

    /// The records of a result: each topology's figures for the whole run, in the order of the
    /// metrics.
    ///
    /// A failed topology and an interrupted run have no records: records of a history cannot be
    /// removed.
    package static func records(
        of result: ResultFigures, metrics: [String] = standardMetrics
    ) -> [HistoryRecord] {
        guard !result.isInterrupted else { return [] }
        return result.topologies.filter { $0.failure == nil }.flatMap { topology in
            metrics.flatMap { metric in
                HeadlineScope.figures(
                    named: metric, in: topology.summary, headlinePhase: result.headlinePhase
                ).map { HistoryRecord($0, of: topology, in: result) }
            }
        }
    }
}
