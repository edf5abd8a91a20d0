import ArgumentParser
import Bench
import CrashLab
import Results
import Runs
import Simulation

/// The command of a child process: runs one repetition, as a request file describes it.
struct RepetitionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: BenchPlan.childSubcommand,
        abstract: "Run one repetition in this process, for a lab that started it.",
        shouldDisplay: false)

    @Argument(help: "The request's file.")
    var request: String

    func run() throws {
        let request = try RepetitionRequest.read(from: request)
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
        case .simulate(let costs):
            SimulatedChild.run(request, costs)
        case .show:
            ShowingChild.run(request)
        case .explore(let options):
            ExploringChild.run(request, options)
        case .killAtOperation(let operation, let isAfter):
            ExploringChild.run(request, dyingAt: operation, isAfter: isAfter)
        }
    }
}
