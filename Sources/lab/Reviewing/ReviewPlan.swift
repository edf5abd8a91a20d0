import Bench
import Reporting
import Results
import Simulation
import Topologies
import Verdicts
import WorkloadEngine

/// The parts of a review, each a command of its own, read and checked before the first one runs.
///
///     run ─▶ crash ─▶ a sweep of flush ─▶ a sweep of batch ─▶ each device
///     measured        on the first device, in virtual time
struct ReviewPlan: Sendable {
    /// One part.
    struct Part: Sendable {
        /// What runs.
        enum Work: Sendable {
            case measured(RunRequest)
            case explored(CrashRequest)
            case simulated(SimulateRequest)
        }

        /// Its folder's name.
        let name: String
        let title: String
        var work: Work
        /// The expected length in seconds.
        var seconds: Double
        /// The device that it is of, as it was asked for; `nil` for other parts.
        var device: String?
    }

    let folder: ReportFolder
    let workload: String
    private(set) var parts: [Part] = []

    /// As few as tell topologies apart.
    private static let repetitions = Ranking.minimumRounds
    /// Worlds that are drawn for a device, and for each value of a sweep.
    private static let draws = 8
    private static let sweptDraws = Ranking.minimumRounds
    private static let flushes = ["100ms", "1s", "5s"]
    /// The device of sweeps where none is asked for.
    private static let usualDevice = "reference"

    /// - Throws: `DocumentError`, `WorkloadError`, `TopologyError`, `DeviceError`,
    ///   `CommandFailure`.
    init(_ request: ReviewRequest) throws {
        let usual = try Selection(request.work, repetitions: 1)
        workload = usual.workload.name
        folder = ReportFolder(path: request.output ?? "Reports/\(usual.workload.name)-review")
        if usual.workload.crashObstacle == nil { parts.append(try crash(request)) }
        for sweep in Self.sweeps(of: usual, request.work) {
            parts.append(try simulation(request, sweep: sweep))
        }
        for device in request.devices { parts.append(try simulation(request, on: device)) }
        try varyCosts(request)
        parts.insert(try run(request, beside: parts.reduce(0) { $0 + $1.seconds }), at: 0)
    }

    /// Lets the first device's draws cover the ranges of its costs, so that the page says which of
    /// them would change the answer: ten times the simulated runs, and so only where a given time
    /// has room for them beside the measured runs.
    private mutating func varyCosts(_ review: ReviewRequest) throws {
        guard let limit = review.seconds, let device = review.devices.first,
            let place = parts.firstIndex(where: { $0.device == device })
        else { return }
        let uncertain = try simulation(review, on: device, isUncertain: true)
        let others = seconds - parts[place].seconds + uncertain.seconds
        let measured = try Selection(review.work, repetitions: Self.repetitions).length.seconds
        if others + measured <= limit { parts[place] = uncertain }
    }

    var seconds: Double { parts.reduce(0) { $0 + $1.seconds } }

    /// The folder of a part.
    func folder(of part: Part) -> String { folder(named: part.name) }

    private func folder(named name: String) -> String { "\(folder.path)/\(name)" }

    /// The fields that matter, with values about those of the workload: when a writer commits, and
    /// how much an import saves at once.
    private static func sweeps(
        of selection: Selection, _ work: WorkloadRequest
    ) -> [(name: String, sweep: SweepRecord)] {
        var sweeps: [(name: String, sweep: SweepRecord)] = []
        let field = "flush"
        let topologies = selection.plan.topologies
        if topologies.contains(where: { $0.topology.hasField(field) }),
            !topologies.contains(where: { $0.variant.contains("\(field)=") })
        {
            sweeps.append((field, SweepRecord(key: field, values: flushes)))
        }
        let key = "roles.importer.batch"
        if let batch = selection.workload.importer?.batch, batch > 1,
            !work.settings.contains(where: { $0.key == key })
        {
            let sizes = [max(1, batch / 5), batch, batch * 5]
            sweeps.append(("batch", SweepRecord(key: key, values: sizes.map(String.init))))
        }
        return sweeps
    }

    // MARK: The parts

    /// The measured runs, as many as fit beside the other parts.
    private func run(_ review: ReviewRequest, beside others: Double) throws -> Part {
        var request = RunRequest(review.work)
        request.repetitions = review.repetitions ?? Self.repetitions
        if let limit = review.seconds {
            let one = try Selection(review.work, repetitions: 1)
            let round = Double(one.plan.topologies.count) * one.plan.childLength.seconds
            let rounds = Int((limit - others - one.length.seconds + round) / round)
            guard rounds > 0 else {
                throw CommandFailure(
                    .usage,
                    "the other parts take \(RunLength.words(others)) and a run of each topology "
                        + "\(RunLength.words(one.length.seconds)): give more time with --within, "
                        + "or fewer devices")
            }
            request.repetitions = min(rounds, 1000)
        }
        request.output = folder(named: "run")
        request.charts = review.charts
        request.isQuiet = review.isQuiet
        let selection = try Selection(review.work, repetitions: request.repetitions)
        return Part(
            name: "run", title: "measured runs", work: .measured(request),
            seconds: selection.length.seconds)
    }

    private func crash(_ review: ReviewRequest) throws -> Part {
        var request = CrashRequest(review.work)
        request.isQuick = true
        request.output = folder(named: "crash")
        request.charts = review.charts
        request.isQuiet = review.isQuiet
        return Part(
            name: "crash", title: "states that a crash may leave", work: .explored(request),
            seconds: try CrashSelection(request).length.seconds)
    }

    private func simulation(
        _ review: ReviewRequest, sweep: (name: String, sweep: SweepRecord)
    ) throws -> Part {
        let device = review.devices.first ?? Self.usualDevice
        var request = SimulateRequest(review.work, on: [device])
        request.sweep = sweep.sweep
        request.draws = Self.sweptDraws
        return try simulation(
            request, of: review, name: sweep.name, title: "a sweep of \(sweep.sweep.key)")
    }

    private func simulation(
        _ review: ReviewRequest, on device: String, isUncertain: Bool = false
    ) throws -> Part {
        var request = SimulateRequest(review.work, on: [device])
        request.draws = isUncertain ? DrawOrder.fewestDraws : Self.draws
        request.isUncertain = isUncertain
        let name = try SimulationSelection(request).devices[0].name
        let costs = isUncertain ? ", and what its uncertain costs change" : ""
        var part = try simulation(
            request, of: review, name: name, title: "the device \(name)\(costs)")
        part.device = device
        return part
    }

    private func simulation(
        _ request: SimulateRequest, of review: ReviewRequest, name: String, title: String
    ) throws -> Part {
        var request = request
        request.output = folder(named: name)
        request.charts = review.charts
        request.isQuiet = review.isQuiet
        return Part(
            name: name, title: title, work: .simulated(request),
            seconds: try SimulationSelection(request).length.seconds)
    }
}

extension ReviewPlan.Part {
    /// Runs it to its end.
    func run() async -> RunOutcome {
        switch work {
        case .measured(let request): await RunSession(request).run()
        case .explored(let request): await CrashSession(request).run()
        case .simulated(let request): await SimulateSession(request).run()
        }
    }
}
