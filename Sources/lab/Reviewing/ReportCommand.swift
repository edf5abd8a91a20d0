import ArgumentParser
import Reporting
import Verdicts

/// `lab report`: pages of runs that are there.
struct ReportCommand: DisplayingCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Write the page of runs that are there, without running anything.",
        discussion: """
            Runs, sweeps, simulations and crashes of one workload make one page; the first \
            measured run decides. Exit codes: 0 done · 2 usage, and no run there · 7 a run that \
            cannot be read, or a part of one · 9 the page could not be written.
            """)

    @Argument(
        help: ArgumentHelp("The folders of runs.", valueName: "run"), completion: .directory)
    var runs: [String]

    @Option(
        help: ArgumentHelp(
            "The page's file. Default: report.html in the run's folder; of several runs "
                + "Reports/<workload>-review.html.", valueName: "file"))
    var html: String?

    @OptionGroup var display: DisplayOptions

    func run() throws {
        CommandFailure.ended {
            try ReportSession(request: ReportRequest(runs: runs, page: html)).run()
        }
    }
}
