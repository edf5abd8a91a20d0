import ArgumentParser
import Results
import Simulation
import Verdicts

/// `lab simulate`: a workload in virtual time, with the costs of a device.
struct SimulateCommand: DisplayingCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Run a workload in virtual time, with the costs of a device.",
        discussion: """
            The runs of lab run with the same probes and figures, where every unit of work and \
            every call to a file takes what the device's file says. Nothing is measured, so the \
            same input makes the same results.csv on any machine, and every difference from a \
            --baseline is a change of the work. lab list draws the topologies and lists the \
            devices; lab explain DEVICE says what is known of one. Exit codes: as lab run.
            """)

    @OptionGroup var common: WorkloadOptions

    @Option(
        help: ArgumentHelp(
            "A device by name (lab list) or file; repeatable. Default: reference.",
            valueName: "name|file"))
    var device: [String] = []

    @Option(
        help: ArgumentHelp(
            "Whose implementation of Core Data: lab, or apple for an estimate of an app on the "
                + "device.",
            valueName: "lab|apple"))
    var core = Device.Core.lab

    @Option(
        help: """
            Worlds to draw: each has operations, arrivals and syncs of its own, and all topologies \
            meet the same. Default: 8, of each cell of a map 1.
            """)
    var draws: Int?

    @Option(
        help: ArgumentHelp(
            """
            Draw the costs too, each anywhere in its range, this many times, and vary each alone: \
            how sure the order of topologies is.
            """,
            valueName: "draws"))
    var uncertainty: Int?

    @Option(
        name: .customLong("sweep"),
        help: ArgumentHelp(
            "Simulate with each of these values: of device (names), of a number of it "
                + "(device.sync, device.processor, device.cores, device.wake, device.apple, "
                + "device.per-kib, device.free, device.free-per-kib), of a workload's key, or of a "
                + "topology's field.",
            valueName: "key=value,…"),
        completion: CompletionOptions.settings)
    var sweeps: [String] = []

    @Option(
        help: ArgumentHelp(
            "One side of a decision map; give it twice, each as --sweep has it. The map shows "
                + "which stack waits least at each pair of values, of those that keep every limit.",
            valueName: "key=value,…"),
        completion: CompletionOptions.settings)
    var map: [String] = []

    @Option(
        help: ArgumentHelp(
            "A bound to show as kept or not, such as 'main.stall.max<16.7ms'; repeatable.",
            valueName: "bound"),
        completion: CompletionOptions.figures)
    var limit: [String] = []

    @Option(
        help: ArgumentHelp(
            "Simulate sessions of a fleet (Workloads/Fleets) in place of a workload on a device.",
            valueName: "name|file"))
    var fleet: String?

    @Option(help: "With --fleet: the sessions to draw. Default: 100000.")
    var sessions: Int?

    @Option(
        help: ArgumentHelp(
            "Only this machine's part of the runs; lab merge puts the parts together.",
            valueName: "n/of"),
        transform: ShardOption.shard)
    var shard: Shard?

    @Option(
        help: """
            The folder of the report, with a folder for each device in it if there are several. \
            Default: Reports/<workload>-<device>, with -sweep for a sweep and -map for a map.
            """)
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Compare with an earlier simulated run, exactly: its folder, or a baseline's name.",
            valueName: "run"),
        completion: CompletionOptions.baselines)
    var baseline: String?

    @Option(
        help: ArgumentHelp(
            "Fail (4) where a figure got worse by more, or is out of a bound; repeatable.",
            valueName: "gate"),
        completion: CompletionOptions.figures)
    var failOn: [String] = []

    @Option(
        help: ArgumentHelp(
            "The folder of named baselines. Default: Reports/baselines.", valueName: "dir"),
        completion: .directory)
    var baselines: String = BaselineShelf.usualFolder

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        guard fleet == nil else { return try checkFleet() }
        guard sessions == nil else {
            throw ValidationError("--sessions is of a fleet: add --fleet NAME")
        }
        try common.requireWorkload()
        if sweeps.count > 1 {
            throw ValidationError(
                "--sweep is given \(sweeps.count) times: sweep one key, and run the command again "
                    + "for another")
        }
        if uncertainty != nil, draws != nil {
            throw ValidationError(
                "--uncertainty draws the worlds with the costs: leave --draws out")
        }
        for (option, isGiven) in [("--map", !map.isEmpty), ("--shard", shard != nil)]
        where isGiven && !failOn.isEmpty {
            throw ValidationError(
                "\(option) and --fail-on exclude each other: leave one of them out")
        }
        let request = try ungated
        if !device.isEmpty, request.sweep?.key == SimulationStep.deviceKey {
            throw ValidationError(
                "--device and --sweep device exclude each other: leave one of them out")
        }
        try ValidationError.refusing { () throws(RequestError) in try request.check() }
    }

    /// A fleet names its own devices and workloads.
    private func checkFleet() throws {
        let others = [
            ("--workload", common.givenWorkload != nil), ("--device", !device.isEmpty),
            ("--core", core != .lab), ("--uncertainty", uncertainty != nil),
            ("--sweep", !sweeps.isEmpty), ("--map", !map.isEmpty), ("--limit", !limit.isEmpty),
            ("--shard", shard != nil), ("--baseline", baseline != nil),
            ("--fail-on", !failOn.isEmpty), ("--seed", common.changes.seed != nil),
            ("--set", !common.changes.assignments.isEmpty),
            ("--scale", common.changes.scale != nil), ("--wrong-way", common.changes.wrongWay),
        ]
        if let (option, _) = others.first(where: \.1) {
            throw ValidationError(
                "--fleet and \(option) exclude each other: the fleet's file names devices, "
                    + "workloads and what is set in them")
        }
        for (option, value, most) in [
            ("--sessions", sessions, 10_000_000), ("--draws", draws, 1000),
        ] {
            guard let value, !(1...most).contains(value) else { continue }
            throw ValidationError("\(option) \(value): give a number from 1 to \(most)")
        }
    }

    func run() throws {
        if let fleet {
            var request = FleetRequest(fleet: fleet, work: common.request)
            request.sessions = sessions ?? request.sessions
            request.draws = draws ?? request.draws
            request.output = output
            request.isQuiet = common.quiet
            try Session.run(request) { await FleetSession($0).run() }
        }
        try Session.run(try request()) { request in
            request.map.isEmpty
                ? await SimulateSession(request).run() : await MapSession(request).run()
        }
    }

    /// The request that the arguments make.
    ///
    /// - Throws: `DocumentError` for malformed limits and gates.
    private func request() throws -> SimulateRequest {
        var request = try ungated
        request.limits = try Limit.each(of: limit)
        request.gating = GateRequest(named: try NamedGate.gates(failOn), shelf: baselines)
        return request
    }

    /// The request without limits and gates.
    private var ungated: SimulateRequest {
        get throws {
            var request = SimulateRequest(
                common.request, on: device.isEmpty ? ["reference"] : device)
            request.sweep = try sweeps.first.map { try SweepOption.sweep($0) }
            request.map = try map.map { try SweepOption.sweep($0, of: "--map") }
            request.core = core
            request.isUncertain = uncertainty != nil
            request.draws = uncertainty ?? draws ?? (map.isEmpty ? request.draws : 1)
            request.shard = shard
            request.output = output
            request.baseline = baseline
            request.charts = common.charts
            request.isQuiet = common.quiet
            return request
        }
    }
}

extension Device.Core: ExpressibleByArgument {}
