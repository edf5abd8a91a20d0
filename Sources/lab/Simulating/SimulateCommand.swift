import ArgumentParser
import Simulation

/// `lab simulate`: a workload in virtual time, with the costs of a device.
struct SimulateCommand: DisplayingCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Run a workload in virtual time, with the costs of a device.",
        discussion: """
            The runs of lab run with the same probes and figures, where every unit of work and \
            every call to a file takes what the device's file says. Nothing is measured, so the \
            same input makes the same results.csv on any machine. lab list draws the topologies \
            and lists the devices; lab explain DEVICE says what is known of one. Exit codes: as \
            lab run.
            """)

    @OptionGroup var common: WorkloadOptions

    @Option(
        help: ArgumentHelp(
            "A device by name (lab list) or file; repeatable. Default: reference.",
            valueName: "name|file"))
    var device: [String] = []

    @Option(
        help: ArgumentHelp(
            "Whose implementation of Core Data: lab, or apple for an estimate of an app on the "
                + "device.",
            valueName: "lab|apple"))
    var core = Device.Core.lab

    @Option(
        help: """
            Worlds to draw: each has operations, arrivals and syncs of its own, and all topologies \
            meet the same.
            """)
    var draws = 8

    @Option(
        help: """
            The folder of the report, with a folder for each device in it if there are several. \
            Default: Reports/<workload>-<device>.
            """)
    var output: String?

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        try common.requireWorkload()
        guard (1...1000).contains(draws) else {
            throw ValidationError("--draws \(draws): give a number from 1 to 1000")
        }
        for (index, name) in device.enumerated() where device[..<index].contains(name) {
            throw ValidationError("--device \(name) is given twice: give each device once")
        }
    }

    func run() throws {
        var request = SimulateRequest(common.request)
        request.devices = device.isEmpty ? ["reference"] : device
        request.core = core
        request.draws = draws
        request.output = output
        request.charts = common.charts
        request.isQuiet = common.quiet
        try Session.run(request) { await SimulateSession($0).run() }
    }
}

extension Device.Core: ExpressibleByArgument {}
