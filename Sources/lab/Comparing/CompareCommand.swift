import ArgumentParser

/// `lab compare`: two runs, figure by figure.
struct CompareCommand: DisplayingCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compare a run with a baseline, and find improved and regressed figures.",
        discussion: """
            Both are a run's folder, a run.json, or a baseline's name. With --rerun the build that \
            was kept with the baseline runs again, alternating with this one: then the machine's \
            state is in both. Exit codes: 0 nothing \
            regressed and all gates hold · 2 usage · 3 an invalid noise floor · 4 a gate of \
            --fail-on or of the workload failed · 5 regressed · 7 the baseline is missing, or one \
            cannot be compared with the other · 8 inconclusive, with --require-verdict, or \
            all disturbed · 9 something could not be written. A topology that failed in the \
            candidate ends it with the code of its run, 1 or 6.
            """)

    @Argument(help: "The run to compare with: its folder, or a baseline's name.")
    var baseline: String

    @Argument(help: "The run to judge: its folder, or a baseline's name.")
    var candidate: String?

    @Flag(
        help: ArgumentHelp(
            "Run the baseline's kept build again, alternating with this one, and compare those."))
    var rerun = false

    @Option(help: "With --rerun: how many rounds. Default: 12.")
    var rounds: Int?

    @OptionGroup var gates: GateOptions

    @Option(help: "The folder of comparison.md and .json. Default: the candidate's.")
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Write some twenty lines of Markdown for a pull request; “-” is standard output.",
            valueName: "file|-"))
    var markdown: String?

    @Option(
        help: ArgumentHelp(
            "With --markdown: where comparison.html will be read. Default: its path.",
            valueName: "address"))
    var link: String?

    @Flag(help: "No progress on standard error.")
    var quiet = false

    @OptionGroup var display: DisplayOptions
    @OptionGroup var document: DocumentOptions

    func validate() throws {
        if document.json, markdown == "-" {
            throw ValidationError("--json and --markdown - exclude each other: give one of them")
        }
        if link != nil, markdown == nil {
            throw ValidationError("--link is the address in the text of --markdown: give both")
        }
        if rerun, candidate != nil {
            throw ValidationError(
                "--rerun runs this build as the candidate: leave \(candidate!) out")
        }
        if !rerun, candidate == nil {
            throw ValidationError("name the run to judge: lab compare BASELINE RUN, or --rerun")
        }
        if let rounds {
            guard rerun else {
                throw ValidationError("--rounds is of --rerun: two runs have the rounds they have")
            }
            guard (1...1000).contains(rounds) else {
                throw ValidationError("--rounds \(rounds): give a number from 1 to 1000")
            }
        }
    }

    func run() throws {
        guard let candidate else {
            try Session.run(
                RerunRequest(
                    baseline: baseline, rounds: rounds, gating: try gates.request(),
                    page: page, isQuiet: quiet)
            ) { await RerunSession($0).run() }
        }
        CommandFailure.ended {
            let request = CompareRequest(
                baseline: baseline, candidate: candidate, gating: try gates.request(), page: page)
            return try CompareSession(request).run()
        }
    }

    private var page: ComparisonPageRequest {
        ComparisonPageRequest(output: output, markdown: markdown, link: link)
    }
}
