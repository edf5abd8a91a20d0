import ArgumentParser
import Execution
import Results
import Verdicts

/// `lab selftest`: plants the faults that a nightly run must find, and checks that it finds them.
struct SelfTestCommand: DisplayingCommand {
    static let configuration = CommandConfiguration(
        commandName: "selftest",
        abstract: "Plant a slow-down, more work, a lost write and a load, and see them found.",
        discussion: """
            A gate that never fires and a gate that always does look alike from far. Exit codes: 0 \
            all was found · 1 something was not · 8 something was not, beside other work on the \
            machine, so that it cannot be told · 9 something could not be written · 130 \
            interrupted. With --comparisons 200 and --slow-downs 40 it takes two hours, and tells \
            how often a thing is called other than itself.
            """)

    @Option(help: "How many runs are compared with themselves. Default: 1.")
    var comparisons: Int = 1

    @Option(help: "How many slow-downs are planted. Default: 1.")
    var slowDowns: Int = 1

    @Option(
        help: ArgumentHelp(
            "How many runs until topologies are told apart, of each kind that --only names. "
                + "Default: 1."))
    var tellings: Int = 1

    @Option(
        help: ArgumentHelp(
            "The longest time for the rounds of such a run. Default: 1min.", valueName: "time"))
    var within: String = "1min"

    @Option(
        help: ArgumentHelp(
            "The cause to slow down on the main queue, and by how much. Default: save:200%.",
            valueName: "cause:percent"))
    var plant: String = "save:200%"

    @Option(help: "Rounds of each comparison. Default: 12.")
    var rounds: Int = Comparison.minimumRounds

    @Option(
        help: ArgumentHelp(
            "Plant only this: run-with-itself, slow-down, more-work, disturbed-machine, "
                + "lost-write, or for runs until topologies are told apart told-cost, told-loss, "
                + "told-nothing; repeatable.", valueName: "plant"))
    var only: [String] = []

    @Option(
        help: ArgumentHelp(
            "Plant more work only, and simulate it on a device: one run of each arm suffices.",
            valueName: "device"))
    var simulate: String?

    @OptionGroup var measured: MeasuredOptions

    @Option(
        help: ArgumentHelp(
            "This machine's noise. Default: Reports/noise-floor.json, where there is one.",
            valueName: "file"))
    var noiseFloor: String?

    @Option(help: "The folder of selftest.csv. Default: Reports/selftest.")
    var output: String = "Reports/selftest"

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        for (name, value, range) in [
            ("--comparisons", comparisons, 0...10_000), ("--slow-downs", slowDowns, 0...10_000),
            ("--rounds", rounds, Comparison.minimumRounds...1000),
            ("--tellings", tellings, 1...10_000),
        ] where !range.contains(value) {
            throw ValidationError(
                "\(name) \(value): give a number from \(range.lowerBound) to \(range.upperBound)")
        }
        let known = SelfTestCase.Kind.planted.map(\.rawValue)
        for kind in only where !known.contains(kind) {
            throw ValidationError("--only \(kind): give one of \(known.joined(separator: ", "))")
        }
        guard !kinds.isEmpty else {
            throw ValidationError("nothing would be planted: leave --only or a 0 out")
        }
        if simulate != nil,
            let other = only.first(where: { $0 != SelfTestCase.Kind.moreWork.rawValue })
        {
            throw ValidationError(
                "--simulate finds more-work only: leave --only \(other) or --simulate out")
        }
        _ = try planted
        _ = try TellingOptions.telling(within)
    }

    /// The kinds to plant.
    private var kinds: [SelfTestCase.Kind] {
        guard simulate == nil else { return [.moreWork] }
        return SelfTestCase.Kind.planted.filter { kind in
            // Runs until topologies are told apart take a minute each: only on request.
            guard only.contains(kind.rawValue) || only.isEmpty && !kind.isTelling else {
                return false
            }
            switch kind {
            case .comparison: return comparisons > 0
            case .slowDown: return slowDowns > 0
            case .identical, .moreWork, .disturbed, .lostWrite, .toldCost, .toldLoss,
                .toldNothing:
                return true
            }
        }
    }

    /// The slow-down of `--plant`.
    private var planted: PlantedCost {
        get throws {
            guard let planted = PlantedCost(plant) else {
                throw ValidationError(
                    "--plant \(plant): write CAUSE:PERCENT%, as save:10%; causes are "
                        + PlantedCost.causes.joined(separator: ", "))
            }
            return planted
        }
    }

    func run() throws {
        try Session.run(try request()) { await SelfTestSession($0).run() }
    }

    /// The request that the arguments make.
    private func request() throws -> SelfTestRequest {
        var request = SelfTestRequest(
            work: measured.request(defaults: ["single-main"]), kinds: kinds,
            comparisons: kinds.contains(.comparison) ? comparisons : 0,
            slowDowns: kinds.contains(.slowDown) ? slowDowns : 0, slowDown: try planted,
            rounds: rounds, tellings: tellings, telling: try TellingOptions.telling(within),
            noiseFloor: noiseFloor, output: output, isQuiet: measured.quiet)
        request.device = simulate
        return request
    }
}
