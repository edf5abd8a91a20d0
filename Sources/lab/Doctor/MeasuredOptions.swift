import ArgumentParser

/// The options of commands that measure the lab itself.
struct MeasuredOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The workload that is measured. Default: smoke.", valueName: "name|file"))
    var workload: String = "smoke"

    @Option(
        help: ArgumentHelp(
            "A topology that is measured; repeatable. Default: the workload's, or the first four "
                + "that lab list draws.",
            valueName: "name[:field=value,…]"))
    var topology: [String] = []

    @OptionGroup var changes: SettingOptions

    @Flag(help: "No progress on standard error.")
    var quiet = false

    /// Whether any option chooses a part of the workload.
    var hasChoices: Bool {
        !topology.isEmpty || !changes.settings.isEmpty || changes.seed != nil
    }

    func validate() throws {
        let request = request()
        try ValidationError.refusing { () throws(RequestError) in try request.check() }
    }

    /// The request that the options make.
    ///
    /// - Parameter defaults: the topologies, if the options name none.
    func request(defaults: [String] = []) -> WorkloadRequest {
        WorkloadRequest(
            workload, on: topology.isEmpty ? defaults : topology, settings: changes.settings,
            seed: changes.seed)
    }
}
