import ArgumentParser
import Verdicts

/// `lab review`: everything that a design review asks, on one page.
struct ReviewCommand: DisplayingCommand {
    static let configuration = CommandConfiguration(
        commandName: "review",
        abstract: "Measure, crash, sweep and simulate one workload, and write one page.",
        discussion: """
            Each part has a report of its own in the folder, as its command writes it; \
            review.html has the answer first. Exit codes: those of lab run and lab crash, the \
            gravest of all parts.
            """)

    @OptionGroup var workload: WorkloadOptions

    @Option(
        help: ArgumentHelp(
            "A device to simulate, by name or file; repeatable. The first has the sweeps. Default: "
                + "none, and sweeps on the reference machine.", valueName: "name|file"))
    var device: [String] = []

    @Option(help: "Runs of each topology. Default: 6, the fewest that tell topologies apart.")
    var repetitions: Int?

    @Option(
        help: ArgumentHelp(
            "The time for everything: as many runs of each topology as fit into it.",
            valueName: "time"))
    var within: String?

    @Option(help: "The folder of review.html. Default: Reports/<workload>-review.")
    var output: String?

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        try workload.requireWorkload()
        let request = try request
        try ValidationError.refusing { () throws(RequestError) in try request.check() }
    }

    func run() throws {
        try Session.run(try request) { await ReviewSession($0).run() }
    }

    private var request: ReviewRequest {
        get throws {
            var request = ReviewRequest(workload.request)
            request.devices = device
            request.repetitions = repetitions
            request.seconds = try within.map { try TellingOptions.telling($0).seconds }
            request.output = output
            request.charts = workload.charts
            request.isQuiet = workload.quiet
            return request
        }
    }
}
