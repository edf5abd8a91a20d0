import ArgumentParser
import Runs

/// What every command says that runs a workload.
struct WorkloadOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A workload by name (lab list) or file.", valueName: "name|file"))
    var workload: String

    @Option(
        help: ArgumentHelp(
            "A topology, with fields set otherwise; repeatable. Default: the first four that lab "
                + "list draws.",
            valueName: "name[:field=value,…]"))
    var topology: [String] = []

    @Option(
        help: ArgumentHelp(
            "A topology of your own; repeatable. It runs beside the others, and --topology can vary"
                + " it by its name. lab list --yaml siblings writes one to begin with.",
            valueName: "file"))
    var topologyFile: [String] = []

    @OptionGroup var changes: SettingOptions

    @Flag(help: "Draw no charts; their data and scripts are written all the same.")
    var noCharts = false

    @Flag(help: "Fail (9) where charts cannot be drawn, instead of a warning.")
    var requireCharts = false

    @Flag(help: "No progress on standard error.")
    var quiet = false

    func validate() throws {
        if noCharts, requireCharts {
            throw ValidationError(
                "--no-charts and --require-charts exclude each other: give one of them")
        }
        for (index, text) in topology.enumerated() where topology[..<index].contains(text) {
            throw ValidationError("--topology \(text) is given twice: give each variant once")
        }
        for (index, text) in topologyFile.enumerated() where topologyFile[..<index].contains(text) {
            throw ValidationError("--topology-file \(text) is given twice: give each file once")
        }
    }
}
