import Foundation

/// A result without its records, for comparisons.
///
/// Read from run.json it leaves out stretches, operations and edits, which are nearly all of the
/// file and no part of a comparison.
package struct ResultFigures: Decodable, Sendable {
    package var schema: Int
    package var run: String
    package var commit: String
    package var build: String
    package var workload: String
    package var workloadDigest: String
    package var formerWorkloadDigest: String?
    package var operationsDigest: String
    package var mode: String
    package var device: String
    /// Absent from a measured result.
    package var simulated: SimulatedDevice?
    /// Which part of a result it is; `nil` for a whole one.
    package var part: ResultPart?
    package var host: Host
    /// ISO 8601, UTC.
    package var started: String
    package var headlinePhase: String
    package var isInterrupted: Bool
    package var interleaving: Interleaving?
    package var seed: UInt64
    package var commandLine: RunCommandLine?
    package var gates: [String]?
    /// Whether each draw has costs of its own; `nil` if all have the same.
    package var uncertainty: Uncertainty?
    package var topologies: [Topology]

    /// That there is a record of uncertain costs; what it says is no part of a comparison.
    package struct Uncertainty: Decodable, Sendable, Hashable {}

    /// One topology's figures.
    package struct Topology: Decodable, Sendable {
        package var topology: String
        package var variant: String
        /// The topology's definition in this run; `nil` if the file does not have it.
        package var definition: [String]?
        package var repetitions: [Repetition]
        /// The figures over repetitions.
        package var summary: [Figure]
        package var failure: RunFailure?
    }

    /// One repetition's figures.
    package struct Repetition: Sendable {
        /// From 1.
        package var number: Int
        package var figures: [Figure]
        package var mark: Mark
        /// From the first phase's begin to the last one's end; `nil` without phases.
        package var seconds: Double?
    }

    /// The mode of figures that were computed in virtual time: they have no noise.
    package static let simulatedMode = "simulated"

    /// The build of an unoptimised lab, made to run tests sooner: its times mean nothing.
    package static let incrementalBuild = "incremental"

    /// Takes the figures out of a whole result.
    package init(_ result: WorkloadResult) {
        schema = result.schema
        run = result.run
        commit = result.commit
        build = result.build
        workload = result.workload
        workloadDigest = result.workloadDigest
        formerWorkloadDigest = result.formerWorkloadDigest
        operationsDigest = result.operationsDigest
        mode = result.mode
        device = result.device
        simulated = result.simulated
        part = result.part
        host = result.host
        started = result.started
        headlinePhase = result.headlinePhase
        isInterrupted = result.isInterrupted
        interleaving = result.interleaving
        seed = result.seed
        commandLine = result.commandLine
        gates = result.gates
        uncertainty = result.uncertainty.map { _ in Uncertainty() }
        topologies = result.topologies.map { topology in
            Topology(
                topology: topology.topology, variant: topology.variant,
                definition: topology.definition,
                repetitions: topology.repetitions.map {
                    Repetition(
                        number: $0.record.repetition, figures: $0.figures, mark: $0.mark,
                        seconds: Self.seconds(of: $0.record.phases))
                }, summary: topology.summary, failure: topology.failure)
        }
    }

    /// The time of all phases together.
    package static func seconds(of phases: [PhaseRecord]) -> Double? {
        guard let first = phases.first, let last = phases.last else { return nil }
        // A file may contain anything: as integers these could overflow.
        return (Double(last.ended) - Double(first.began)) / 1e9
    }

    /// Reads run.json.
    ///
    /// - Throws: `DecodingError` if it is not a result, is cut off, or has another schema, which
    ///   the error names.
    package init(json: Data) throws {
        self = try JSONDecoder().decode(Checked.self, from: json).figures
    }

    /// Looks at the schema before anything that may not be there in another.
    private struct Checked: Decodable {
        let figures: ResultFigures

        private enum CodingKeys: String, CodingKey {
            case schema
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let schema = try container.decode(Int.self, forKey: .schema)
            guard schema == WorkloadResult.schema else {
                throw DecodingError.dataCorruptedError(
                    forKey: .schema, in: container,
                    debugDescription:
                        "the file has schema \(schema), and this lab reads \(WorkloadResult.schema)"
                )
            }
            figures = try ResultFigures(from: decoder)
        }
    }
}

extension ResultFigures.Repetition: Decodable {
    private enum CodingKeys: String, CodingKey {
        case record, figures, mark
    }

    private enum RecordKeys: String, CodingKey {
        case repetition, phases
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let record = try container.nestedContainer(keyedBy: RecordKeys.self, forKey: .record)
        number = try record.decode(Int.self, forKey: .repetition)
        figures = try container.decode([Figure].self, forKey: .figures)
        mark = try container.decode(Mark.self, forKey: .mark)
        let phases = try record.decode([PhaseRecord].self, forKey: .phases)
        seconds = ResultFigures.seconds(of: phases)
    }
}
