import Execution
import Foundation
import Probes
import Results
import Runs
import StoreIO
import Topologies
import WorkloadEngine

/// Records one run in virtual time and explores its crash states, in the process that was started
/// for it: a process has one SQLite, whose chance is seeded once.
package enum ExploringChild {
    /// Records, explores, writes the report, and ends the process.
    ///
    /// - Precondition: on the main thread of a process that was started for it.
    package static func run(_ request: RepetitionRequest, _ options: ExplorationRequest) -> Never {
        do {
            let ledger = try request.ledger.map(SharedLedger.open)
            let exploration = try Exploration(request, options)
            let record = try exploration.run { share in
                ledger?.append(
                    kind: ExplorationProgress.kind, id: 0, count: Int(share * 1_000),
                    at: Instant(nanoseconds: 0))
            }
            ChildEnd.end(with: .explored(record), for: request)
        } catch {
            ChildEnd.end(with: .failed(failure(of: error)), for: request)
        }
    }

    /// Runs as it was recorded, and dies at an operation.
    package static func run(
        _ request: RepetitionRequest, dyingAt operation: Int, isAfter: Bool
    ) -> Never {
        do {
            let exploration = try Exploration(request, ExplorationRequest())
            _ = try exploration.record(
                dyingAt: StoreKill(operation: operation, isAfter: isAfter))
            ChildEnd.end(
                with: .failed(
                    RunFailure(
                        kind: .trapped,
                        message: "the run came to its end before operation \(operation)")),
                for: request)
        } catch {
            ChildEnd.end(with: .failed(failure(of: error)), for: request)
        }
    }

    private static func failure(of error: any Error) -> RunFailure {
        switch error {
        case let error as RecorderError where error.outcome != nil:
            var failure =
                ChildEnd.failure(of: error.outcome!)
                ?? RunFailure(kind: .outcomeDiffers, message: error.message)
            failure.details += error.outcome!.differences
            return failure
        case let error as ExplorationError:
            return RunFailure(kind: .incomparable, message: error.message)
        case let error as VirtualDeadlock:
            return RunFailure(kind: .stuck, message: error.description)
        default:
            return ChildEnd.failure(of: error, while: "a run was recorded and explored")
        }
    }
}
