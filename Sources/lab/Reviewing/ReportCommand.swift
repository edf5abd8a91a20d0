import ArgumentParser
import Reporting
import Verdicts

/// `lab report`: pages and traces of runs that are there.
struct ReportCommand: DisplayingCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Write the page or the trace of runs that are there, without running anything.",
        discussion: """
            Runs, sweeps, simulations and crashes of one workload make one page; the first \
            measured run decides. A trace is of each run. Name the runs first: a word behind \
            --trace is its file. Exit codes: 0 done · 2 usage, no run there, and nothing to draw \
            in it · 7 a run that cannot be read, or a part of one · 9 something could not be \
            written.
            """)

    @Argument(
        help: ArgumentHelp("The folders of runs.", valueName: "run"), completion: .directory)
    var runs: [String]

    @Option(
        help: ArgumentHelp(
            "The page's file. Default: report.html in the run's folder; of several runs "
                + "Reports/<workload>-review.html. Where a trace is asked for, none.",
            valueName: "file"))
    var html: String?

    @Option(
        defaultAsFlag: .usual,
        help: ArgumentHelp(
            "Write a trace for Perfetto; without a file as trace.json in the run's folder.",
            valueName: "file"), completion: .file(extensions: ["json"]))
    var trace: TraceRequest.Place?

    @Option(
        defaultAsFlag: .usual,
        help: ArgumentHelp(
            "Write a profile of each queue for speedscope; without a file as "
                + "trace.speedscope.json in the run's folder.",
            valueName: "file"), completion: .file(extensions: ["json"]))
    var speedscope: TraceRequest.Place?

    @OptionGroup var display: DisplayOptions

    private var request: ReportRequest {
        ReportRequest(
            runs: runs, page: html,
            traces: [
                trace.map { TraceRequest(kind: .trace, place: $0) },
                speedscope.map { TraceRequest(kind: .speedscope, place: $0) },
            ].compactMap(\.self))
    }

    func validate() throws {
        try ValidationError.refusing(request.check)
    }

    func run() throws {
        try Session.run(request) { await ReportSession($0).run() }
    }
}

extension TraceRequest.Place: ExpressibleByArgument, CustomStringConvertible {
    init?(argument: String) { self = .file(argument) }

    var description: String {
        switch self {
        case .usual: "in the run's folder"
        case .file(let path): path
        }
    }
}
