import ArgumentParser

/// What commands say that measure the lab itself.
struct MeasuredOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The workload that is measured. Default: smoke.", valueName: "name|file"))
    var workload: String = "smoke"

    @Option(
        help: ArgumentHelp(
            "A topology that is measured; repeatable. Default: the first four of lab list.",
            valueName: "name[:field=value,…]"))
    var topology: [String] = []

    @OptionGroup var changes: SettingOptions

    @Flag(help: "No progress on standard error.")
    var quiet = false

    /// Whether anything says what of the workload is measured.
    var hasChoices: Bool {
        !topology.isEmpty || !changes.settings.isEmpty || changes.seed != nil
    }

    /// The selection of these.
    ///
    /// - Throws: as `Selection` does.
    func selection(defaults: [String] = []) throws -> Selection {
        var arguments = ["--workload", workload]
        for name in topology.isEmpty ? defaults : topology { arguments += ["--topology", name] }
        var options = try WorkloadOptions.parse(arguments)
        options.changes = changes
        return try Selection(options)
    }
}
