import ArgumentParser

/// The options of every command that runs a workload.
struct WorkloadOptions: ParsableArguments {
    /// `nil` without the option: a command may take it from a report.
    @Option(
        name: .customLong("workload"),
        help: ArgumentHelp("A workload by name (lab list) or file.", valueName: "name|file"),
        completion: CompletionOptions.workloads)
    var givenWorkload: String?

    @Option(
        help: ArgumentHelp(
            "A topology, with fields set otherwise; repeatable. Default: the workload's, or the "
                + "first four that lab list draws.",
            valueName: "name[:field=value,…]"),
        completion: CompletionOptions.topology)
    var topology: [String] = []

    @Option(
        help: ArgumentHelp(
            "A topology of your own; repeatable. It runs beside the others, and --topology can vary"
                + " it by its name. lab list --yaml siblings writes one to begin with.",
            valueName: "file"),
        completion: CompletionOptions.yaml)
    var topologyFile: [String] = []

    @OptionGroup var changes: SettingOptions

    @Flag(help: "Draw no charts; their data and scripts are written all the same.")
    var noCharts = false

    @Flag(help: "Fail (9) where charts cannot be drawn, instead of a warning.")
    var requireCharts = false

    @Flag(help: "No progress on standard error.")
    var quiet = false

    /// The request that the options make.
    var request: WorkloadRequest {
        WorkloadRequest(
            givenWorkload ?? "", on: topology, settings: changes.settings, seed: changes.seed,
            topologyFiles: topologyFile)
    }

    /// The charts that the options request.
    var charts: ChartRequest { ChartRequest(areDrawn: !noCharts, areRequired: requireCharts) }

    /// Refuses a command without a workload.
    ///
    /// - Throws: `ValidationError` if no workload was given.
    func requireWorkload() throws {
        guard givenWorkload == nil else { return }
        throw ValidationError(
            "--workload is missing: name one of lab list, or give a workload's file")
    }

    func validate() throws {
        if noCharts, requireCharts {
            throw ValidationError(
                "--no-charts and --require-charts exclude each other: give one of them")
        }
        try ValidationError.refusing { () throws(RequestError) in try request.check() }
    }
}
