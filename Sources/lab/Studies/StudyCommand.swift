import ArgumentParser
import Reporting
import Simulation
import Verdicts

/// `lab study`: published comparisons, repeated.
struct StudyCommand: DisplayingCommand {
    static let configuration = CommandConfiguration(
        commandName: "study",
        abstract: "Repeat a published comparison, and lay its ratios beside one's own.",
        discussion: """
            Without a name it lists the studies. Each order and claim holds, does not hold, cannot \
            be told or cannot be tested here. All four are findings: the command ends with 0. With \
            --device nothing is measured: its arms run in virtual time, and repetitions are draws, \
            as in lab simulate. Exit codes else: as those of lab run.
            """)

    @Argument(
        help: ArgumentHelp("A study by name or file; none to list them.", valueName: "name|file"),
        completion: CompletionOptions.studies)
    var name: String?

    @Option(help: "Runs of each arm. Default: the study's, or \(StudySelection.usualRepetitions).")
    var repetitions: Int?

    @Option(
        help: ArgumentHelp(
            "Simulate a device in place of measuring: by name (lab list) or file.",
            valueName: "name|file"))
    var device: String?

    @Option(
        help: ArgumentHelp(
            "Whose implementation of Core Data is simulated: lab, or apple for an estimate of an "
                + "app.", valueName: "lab|apple"))
    var core: Device.Core?

    @Option(
        help: ArgumentHelp(
            "Where in its range each of the device's numbers is taken: low, middle or high.",
            valueName: "end"))
    var at: Device.End?

    @Option(
        help: ArgumentHelp(
            "Only this machine's part of the rounds, each with every arm; lab merge puts the parts "
                + "together.", valueName: "n/of"),
        transform: ShardOption.shard)
    var shard: Shard?

    @Option(
        help: """
            The folder of the report. Default: Reports/study-<name>, simulated \
            Reports/study-<name>-<device>.
            """)
    var output: String?

    @Flag(help: "Write the chart's data and script, and draw nothing.")
    var noCharts = false

    @Flag(help: "No progress on standard error.")
    var quiet = false

    @OptionGroup var display: DisplayOptions
    @OptionGroup var document: DocumentOptions

    func validate() throws {
        try ValidationError.checkRepetitions(repetitions)
        if device == nil, core != nil || at != nil {
            throw ValidationError("--core and --at are a device's: name one with --device")
        }
    }

    func run() throws {
        guard let name else { return Self.list() }
        try Session.run(
            StudyRequest(
                study: name, repetitions: repetitions, shard: shard, output: output,
                drawsCharts: !noCharts, isQuiet: quiet,
                subject: device.map {
                    StudySimulation.Subject(
                        device: $0, core: core ?? .lab, end: at ?? .middle)
                })
        ) { await StudySession($0).run() }
    }

    private static func list() {
        let library = StudyLibrary()
        let entries = library.names.map { (name: $0, text: title(of: $0, in: library)) }
        Console.keep(entries.map { ListedEntry(name: $0.name, title: $0.text) }, as: "studies")
        Console.write("Studies (lab study NAME or FILE)\n")
        Console.write(
            TextLines.entries(entries, width: Console.width).joined(separator: "\n"))
    }

    /// An unreadable study is listed with the reason: a user looks for the mistake in this list.
    private static func title(of name: String, in library: StudyLibrary) -> String {
        do {
            return try Study.load(library.file(named: name)).title
        } catch {
            return "(\(CommandFailure(error).message))"
        }
    }
}

extension Device.End: ExpressibleByArgument {}
