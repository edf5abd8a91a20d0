import ArgumentParser

/// `lab suite`: many runs, one page.
struct SuiteCommand: DisplayingCommand {
    static let configuration = CommandConfiguration(
        commandName: "suite",
        abstract: "Run many workloads on many topologies, and write one page over them.",
        discussion: """
            A run that has ended is not run again: the same command goes on where it was \
            interrupted. With --simulate nothing is measured: the suite takes seconds, and what \
            differs from a --baseline is a change of the work. Exit codes: those of lab run, the \
            gravest of all runs.
            """)

    @Argument(help: ArgumentHelp("The suite, by name or file.", valueName: "name|file"))
    var suite: String

    @Option(
        help: """
            The folder of the runs and of index.md. Default: Reports/<suite>, simulated \
            Reports/<suite>-<device>.
            """)
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Only this machine's part of the suite; lab merge puts the parts together.",
            valueName: "n/of"),
        transform: ShardOption.shard)
    var shard: Shard?

    @Flag(help: "Run everything anew, also ended runs.")
    var fresh = false

    @Option(help: "Runs of each topology. Default: the suite's.")
    var repetitions: Int?

    @Option(
        help: ArgumentHelp(
            "Simulate every run on a device, in seconds, so that a --baseline is compared exactly.",
            valueName: "device"))
    var simulate: String?

    @Option(help: "With --simulate: the worlds to draw. Default: 1.")
    var draws: Int?

    @Option(
        help: ArgumentHelp(
            "The folder of an earlier suite: each run is compared with the run of its name there.",
            valueName: "dir"))
    var baseline: String?

    @Option(
        help: ArgumentHelp(
            "Fail (4) where a figure got worse by more, or is out of a bound; repeatable.",
            valueName: "gate"))
    var failOn: [String] = []

    @Flag(help: "Fail (8) if a gate has no verdict: it neither holds nor fails.")
    var requireVerdict = false

    @Option(
        help: ArgumentHelp("Add each run's figures to a history.", valueName: "file"))
    var history: String?

    @Flag(help: "Draw no charts.")
    var noCharts = false

    @Flag(help: "Print the runs and their duration; run nothing.")
    var dryRun = false

    @Flag(help: "No progress on standard error.")
    var quiet = false

    @OptionGroup var display: DisplayOptions
    @OptionGroup var document: DocumentOptions

    func validate() throws {
        try ValidationError.checkRepetitions(repetitions)
        guard simulate == nil else {
            guard repetitions == nil else {
                throw ValidationError(
                    "--repetitions is of measured runs: give --draws with --simulate")
            }
            return
        }
        guard draws == nil else {
            throw ValidationError("--draws is of simulated runs: add --simulate DEVICE")
        }
    }

    func run() throws {
        try Session.run(try request()) { await SuiteSession($0).run() }
    }

    /// The request that the arguments make.
    ///
    /// - Throws: `DocumentError` for malformed gates.
    private func request() throws -> SuiteRequest {
        var request = SuiteRequest(suite)
        request.output = output
        request.shard = shard
        request.isFresh = fresh
        request.repetitions = repetitions
        request.device = simulate
        request.draws = draws ?? request.draws
        request.baseline = baseline
        request.gating = GateRequest(
            named: try NamedGate.gates(failOn), requiresVerdict: requireVerdict)
        request.history = history
        request.charts = ChartRequest(areDrawn: !noCharts)
        request.isDryRun = dryRun
        request.isQuiet = quiet
        return request
    }
}
