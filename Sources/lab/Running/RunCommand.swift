import ArgumentParser
import Results
import Verdicts

/// `lab run`: measure, kill, judge, report.
struct RunCommand: DisplayingCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run a workload through topologies, and write the costs and losses of each.",
        discussion: """
            Exit codes: 0 it ran · 1 a bug in the lab · 2 usage · 3 an invalid file · 4 a gate \
            failed · 5 regressed against the baseline · 6 integrity: another outcome than \
            expected, or a stack that is stuck or used off its queue · 7 the baseline is missing \
            or of something else · \
            8 inconclusive, with --require-verdict, or disturbed throughout · 9 something could \
            not be written · 130 interrupted.
            """)

    @OptionGroup var common: WorkloadOptions

    @Option(help: "Runs of each topology. Default: the workload's.")
    var repetitions: Int?

    @OptionGroup var telling: TellingOptions

    @Option(
        help: ArgumentHelp(
            "A bound to show as kept or not, such as 'main.delay.p99<100ms'; repeatable.",
            valueName: "bound"),
        completion: CompletionOptions.figures)
    var limit: [String] = []

    @Option(
        name: .customLong("sweep"),
        help: ArgumentHelp(
            "Run everything once for each value of a key of the workload, or of a topology's field,"
                + " such as roles.importer.batch=100,500 or flush=200ms,1s.",
            valueName: "key=value,value,…"),
        completion: CompletionOptions.settings)
    var sweeps: [String] = []

    @Option(
        help: "The folder of the report. Default: Reports/<workload>, with -sweep for a sweep.",
        completion: .directory)
    var output: String?

    @Option(
        help: "A folder that takes each topology's store of its last repetition.",
        completion: .directory)
    var keepStores: String?

    /// Runs a topology once more with a dearer cause, to prove what a run finds.
    @Option(
        name: .customLong("plant"),
        help: ArgumentHelp(
            "Run a topology once more with a dearer cause.", valueName: "variant=cause:percent",
            visibility: .private))
    var plants: [String] = []

    @OptionGroup var gates: GateOptions

    @Option(
        help: ArgumentHelp(
            "Compare with a baseline by name, or with another run's folder.",
            valueName: "name|dir"),
        completion: CompletionOptions.baselines)
    var baseline: String?

    @OptionGroup var display: DisplayOptions
    @OptionGroup var document: DocumentOptions

    func validate() throws {
        try common.requireWorkload()
        try ValidationError.checkRepetitions(repetitions)
        if sweeps.count > 1 {
            throw ValidationError(
                "--sweep is given \(sweeps.count) times: sweep one key, and run the command again "
                    + "for another")
        }
        let sweep = try sweep
        _ = try planted
        guard try telling.request != nil else { return }
        try ValidationError.refusing { () throws(RequestError) in
            try TellingRequest.check(
                common.request, repetitions: repetitions, isSweep: sweep != nil,
                baseline: baseline)
        }
    }

    /// The requested sweep; `nil` without `--sweep`.
    private var sweep: SweepRecord? {
        get throws { try sweeps.first.map { try SweepOption.sweep($0) } }
    }

    /// The topologies of `--plant`.
    private var planted: [PlantedVariant] {
        get throws {
            try plants.map { text in
                guard let planted = PlantedVariant(text) else {
                    throw ValidationError(
                        "--plant \(text): write VARIANT=CAUSE:PERCENT%, as single-main=save:10%")
                }
                return planted
            }
        }
    }

    func run() throws {
        try Session.run(try request()) { await RunSession($0).run() }
    }

    /// The request that the arguments make.
    ///
    /// - Throws: `DocumentError` for malformed limits and gates.
    private func request() throws -> RunRequest {
        var request = RunRequest(common.request)
        request.repetitions = repetitions
        request.telling = try telling.request
        request.limits = try Limit.each(of: limit)
        request.sweep = try sweep
        request.planted = try planted
        request.output = output
        request.keptStores = keepStores
        request.gating = try gates.request()
        request.baseline = baseline
        request.charts = common.charts
        request.isQuiet = common.quiet
        return request
    }
}
