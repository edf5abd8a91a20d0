import Bench
import Documents
import Results
import Runs
import Topologies
import Verdicts

/// Opens the stacks that are written in Swift, each once in a child, to see their contexts before a
/// command runs them.
struct CodedStackOpening {
    private let request: WorkloadRequest

    init(_ request: WorkloadRequest) {
        self.request = request
    }

    /// How long nothing may move in such a child, in seconds: opening an empty store takes
    /// milliseconds.
    private static let stallLimit = 10.0

    /// The topologies of the coded stacks among variants.
    ///
    /// - Throws: `CommandFailure` with the child's words if a stack cannot be opened; `RunsError`;
    ///   `DocumentError` if a variant is malformed.
    func topologies(for variants: [String]) throws -> [OwnTopology] {
        let names = try variants.map { try VariantSpec($0, option: "--topology").name }
        return try CodedStack.all.filter { names.contains($0.name) }.map { stack in
            OwnTopology(try topology(of: stack), writing: [])
        }
    }

    private func topology(of stack: CodedStack) throws -> Topology {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        var unknown = Topology(name: stack.name, origin: stack.origin, contexts: [], roles: [:])
        unknown.maker = .code
        var repetition = RepetitionRequest(
            workload: request.workload, variant: stack.name, topology: unknown.json, repetition: 1,
            storeDirectory: folder.path, mode: .show, result: folder.file("result.json"),
            stallLimitSeconds: Self.stallLimit)
        repetition.settings = request.settings
        repetition.seed = request.seed
        repetition.launchArguments = LaunchArguments.ofProcess
        let outcome = try ChildProcess.waitForRepetition(
            repetition, subcommand: BenchPlan.childSubcommand, logs: folder)
        if case .shown(let topology) = outcome { return try Topology(json: topology) }
        let failure =
            outcome.failure
            ?? RunFailure(kind: .trapped, message: "it ended without showing its contexts")
        let lines = ["\(stack.name) could not be opened: \(failure.message)"] + failure.details
        throw CommandFailure(ExitCode(of: failure.kind), lines.joined(separator: "\n"))
    }
}
