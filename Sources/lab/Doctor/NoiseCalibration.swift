import Foundation
import Reporting
import Results
import Runs
import Verdicts

/// `lab doctor --calibrate-noise`: compares runs of this build with themselves.
///
///     comparison 1   A B  B A  A B  …      arms that alternate: the floor of pairs
///     comparison 2   B A  A B  …           A of 1 with A of 2: the floor of separate runs
struct NoiseCalibration: Sendable {
    let request: CalibrationRequest
    private let registry = ChildRegistry()

    init(_ request: CalibrationRequest) {
        self.request = request
    }

    func run() async -> RunOutcome {
        await Session.interruptible(in: registry, run)
    }

    private func run(_ interruption: Interruption) async throws -> RunOutcome {
        let selection = try Selection(request.work)
        let path = request.noiseFloor ?? NoiseFloorFile.usualPath
        try NoiseFloorFile.prepare(path)
        let length = ArmsRun.length(
            selection, rounds: request.rounds, comparisons: request.comparisons)
        let line = ProgressLine(length, isQuiet: request.isQuiet)
        defer { line.end() }

        var pairs: [(baseline: ResultFigures, candidate: ResultFigures)] = []
        for number in 0..<request.comparisons {
            let total = Double(request.comparisons)
            let arms = ArmsRun(selection: selection, registry: registry) { step in
                line.update(
                    "comparison \(number + 1), \(step.what)",
                    share: (Double(number) + step.share) / total)
            }
            let results = try await arms.run(
                .init(), .init(), rounds: request.rounds, number: number)
            if interruption.isInterrupted {
                throw CommandFailure(
                    .interrupted, "the calibration was interrupted; nothing is written")
            }
            try Self.check(results.baseline)
            try Self.check(results.candidate)
            pairs.append((ResultFigures(results.baseline), ResultFigures(results.candidate)))
        }
        line.end()
        // Arms of successive comparisons did not alternate, so they differ as two separate runs do.
        let apart = zip(pairs, pairs.dropFirst()).map {
            (baseline: $0.baseline, candidate: $1.baseline)
        }
        guard let floor = NoiseFloor(of: pairs + apart) else {
            throw CommandFailure(.bug, "the comparisons were not of one machine")
        }
        try NoiseFloorFile.write(floor, to: path)
        Console.keep(floor, as: "noiseFloor")
        Console.show("\n" + NoiseFloorText.text(of: floor, width: Console.width))
        return SessionEnding.ended(.ok, page: path)
    }

    private static func check(_ result: WorkloadResult) throws {
        guard let failed = result.topologies.first(where: { $0.failure != nil }),
            let failure = failed.failure
        else { return }
        throw CommandFailure(
            ExitCode(of: failure.kind), "\(failed.variant) failed: \(failure.message)")
    }
}
