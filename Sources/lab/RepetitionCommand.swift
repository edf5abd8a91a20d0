import ArgumentParser
import Bench
import CrashLab
import Results
import Runs
import Simulation

/// The command of a child process: runs a repetition, as a request file describes it, or several
/// simulated ones.
struct RepetitionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: BenchPlan.childSubcommand,
        abstract: "Run a repetition in this process, for a lab that started it.",
        shouldDisplay: false)

    @Argument(help: "The request's file; of simulated repetitions one or more.")
    var requests: [String]

    func run() throws {
        let requests = try requests.map { try RepetitionRequest.read(from: $0) }
        // The parser asks for one or more.
        let request = requests[0]
        ChildProcess.adoptParentDeath(of: request.parent)
        do {
            try MachineNeeds.checkForChild()
        } catch {
            let failure = RunFailure(kind: .notWritten, message: "\(error)")
            ChildEnd.end(with: .failed(failure), for: request)
        }
        switch request.mode {
        case .measure:
            MeasuredChild.run(request)
        case .kill(let point, let occurrence):
            KilledChild.run(request, point: point, occurrence: occurrence)
        case .simulate:
            SimulatedChild.run(requests)
        case .show:
            ShowingChild.run(request)
        case .explore(let options):
            ExploringChild.run(request, options)
        case .killAtOperation(let operation, let isAfter):
            ExploringChild.run(request, dyingAt: operation, isAfter: isAfter)
        }
    }
}
