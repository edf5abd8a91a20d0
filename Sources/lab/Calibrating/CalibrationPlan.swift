import Bench
import Simulation
import Topologies
import WorkloadEngine

/// What a `lab calibrate` measures: read, checked and drawn before anything runs.
struct CalibrationPlan: Sendable {
    /// One for each workload.
    let selections: [Selection]
    private let request: CalibrateRequest

    /// The longest run of a workload that is measured unless it is named, in seconds: the rest of
    /// the catalogue would take longer than all of the others together.
    private static let longest = 5.0
    /// The time of an object of an import without a pace, in seconds: half of what a save for each
    /// takes here.
    private static let objectSeconds = 0.0001
    /// Topologies beside those of each workload, so that a merge by the container and a save
    /// through two parents are seen everywhere.
    private static let others = ["container-background", "writer-main-worker"]

    /// - Throws: `DocumentError`, `WorkloadError`, `TopologyError`, `CommandFailure`.
    init(_ request: CalibrateRequest) throws {
        self.request = request
        guard request.workloads.isEmpty else {
            selections = try request.workloads.map { try Self.selection($0, request) }
            return
        }
        selections = try WorkloadLibrary().names.map { try Self.selection($0, request) }
            .filter { Self.seconds(of: $0) <= Self.longest }
    }

    private static func selection(
        _ workload: String, _ request: CalibrateRequest
    ) throws -> Selection {
        guard request.topologies.isEmpty else {
            return try Selection(
                WorkloadRequest(workload, on: request.topologies), repetitions: request.repetitions)
        }
        let usual = try Selection(WorkloadRequest(workload), repetitions: request.repetitions)
        let variants = usual.plan.topologies.map(\.variant)
        return try Selection(
            WorkloadRequest(workload, on: variants + others.filter { !variants.contains($0) }),
            repetitions: request.repetitions)
    }

    /// The pairs of a workload and a topology.
    var pairs: [(workload: String, variant: String)] {
        selections.flatMap { selection in
            selection.plan.topologies.map { (selection.workload.name, $0.variant) }
        }
    }

    /// Refuses a plan that leaves nothing to fit to.
    ///
    /// - Throws: `CommandFailure` (2).
    func requireFitted() throws {
        let isFitted = pairs.contains {
            CalibrationPart(workload: $0.workload, variant: $0.variant) == .fitted
        }
        guard isFitted else {
            throw CommandFailure(
                .usage,
                "all of these pairs of workload and topology are held out by their names, so that "
                    + "nothing is left to fit to; name another workload or topology")
        }
    }

    /// How many draws of operations are measured and simulated.
    ///
    /// Whether an edit meets an importer's transaction is a matter of milliseconds. Were the
    /// arrivals the same in all repetitions, the meetings would be, too, and no median over them
    /// would even them out. Each draw is measured twice, so that the machine is held against
    /// itself.
    var draws: Int { (request.repetitions + 1) / 2 }

    /// How often each draw is simulated: a run costs less than a measured one, and the longest
    /// delays of few scatter.
    static let chances = 3

    /// The measurement of a workload's topologies in a draw, from 0.
    ///
    /// - Throws: what `init` throws.
    func measurement(of selection: Selection, in draw: Int) throws -> BenchPlan {
        var drawn = Self.request(selection)
        drawn.seed = SimulationRun.seed(ofDraw: draw + 1, from: selection.workload.seed)
        let isOnceMore = draw < request.repetitions % draws
        var plan = try Selection(
            drawn, repetitions: request.repetitions / draws + (isOnceMore ? 1 : 0)
        ).plan
        plan.arm = "draw \(draw + 1)"
        return plan
    }

    /// The simulation of a workload's topologies on a device, in the draws that are measured.
    func simulation(of selection: Selection, on device: String) throws -> SimulationSelection {
        var request = SimulateRequest(Self.request(selection), on: [device])
        request.draws = draws
        return try SimulationSelection(request)
    }

    private static func request(_ selection: Selection) -> WorkloadRequest {
        WorkloadRequest(
            selection.plan.workloadName, on: selection.plan.topologies.map(\.variant))
    }

    /// The rule of the measurements in a draw: that of all repetitions, whose spare ones are shared
    /// among the draws.
    var rule: RepetitionRule {
        var rule = RepetitionRule(rounds: request.repetitions)
        rule.spareRounds = (rule.spareRounds + draws - 1) / draws
        return rule
    }

    // MARK: The time that it takes

    /// The parts of the kernels: one before each measurement whose place is a multiple of the
    /// draws, and one after the last.
    ///
    /// In more parts each would have few syncs, of which two slow ones look like a slow spell.
    var kernelParts: Int { selections.count + 1 }

    /// The share of the whole that a part of the kernels takes, if they run.
    var kernelShare: Double {
        guard request.check == nil else { return 0 }
        return Self.kernelSeconds / Double(kernelParts) / length.seconds
    }

    /// The shares of the whole that measuring a draw of each workload takes.
    var measuringShares: [Double] {
        selections.map { measuringSeconds(of: $0) / Double(draws) / length.seconds }
    }

    /// The shares of the whole that simulating each workload takes.
    var simulatingShares: [Double] {
        selections.map { simulatingSeconds(of: $0) / length.seconds }
    }

    /// The expected length of the command.
    var length: ForetoldLength {
        let measured = selections.reduce(0) { $0 + runs(of: $1) }
        let simulated = pairs.count * draws * Self.chances
        let kernels = request.check == nil ? Self.kernelSeconds : 0
        let seconds = selections.reduce(kernels) {
            $0 + measuringSeconds(of: $1) + simulatingSeconds(of: $1)
        }
        return ForetoldLength(
            seconds: seconds, isAtLeast: selections.contains { $0.plan.setup.length.isAtLeast },
            parts: [
                "\(measured) runs of \(pairs.count) pairs of workload and topology",
                "\(simulated) simulated \(simulated == 1 ? "run" : "runs")",
            ])
    }

    /// A thousand syncs of eight milliseconds each on a virtual machine's disk, some eighty of 4
    /// MiB that take thirty, and a thousand wakes, before each of which the thread rests two.
    private static let kernelSeconds = 13.0

    private func runs(of selection: Selection) -> Int {
        selection.plan.topologies.count * request.repetitions
            + draws * rule.warmUps
    }

    private func measuringSeconds(of selection: Selection) -> Double {
        Double(runs(of: selection)) * Self.seconds(of: selection)
    }

    /// Of one run: its phases, and in a closed loop its objects.
    private static func seconds(of selection: Selection) -> Double {
        let setup = selection.plan.setup
        let objects = setup.length.isAtLeast ? setup.plan.operations.reduce(0) { $0 + $1.edits } : 0
        return selection.plan.childLength.seconds + Double(objects) * objectSeconds
    }

    /// Two at a time, as `lab simulate` foretells it.
    private func simulatingSeconds(of selection: Selection) -> Double {
        let one = 0.15 + selection.plan.setup.length.nominal.seconds / 3
        return Double(selection.plan.topologies.count * draws * Self.chances) * one / 2
    }
}
