import ArgumentParser
import Reporting
import Simulation
import Verdicts

/// `lab calibrate`: fits the costs of work to this machine, and shows how far off they are.
struct CalibrateCommand: DisplayingCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate",
        abstract: "Measure what work costs here, write a device, and show its error.",
        discussion: """
            Measures workloads on topologies as lab run does, fits the cost of each kind of work \
            to half of the pairs, times syncs, freed space and wakes, and writes all as a device \
            for lab simulate. Then it simulates all pairs on the device and compares: the other \
            half shows the error. With --check a device is compared without fitting. Exit codes: 0 \
            it was calibrated · 5 it is less accurate than --baseline · 9 something could not be \
            written · 130 interrupted; and as lab run.
            """)

    @Option(
        help: ArgumentHelp(
            "A workload to measure, by name (lab list) or file; repeatable. Default: all that "
                + "take some seconds at most.", valueName: "name|file"),
        completion: CompletionOptions.workloads)
    var workload: [String] = []

    @Option(
        help: ArgumentHelp(
            "A topology to measure each on; repeatable. Default: the workload's, "
                + "container-background and writer-main-worker.",
            valueName: "name[:field=value,…]"),
        completion: CompletionOptions.topology)
    var topology: [String] = []

    @Option(help: "Runs of each topology on each workload. Default: 6.")
    var repetitions = 6

    @Option(
        help: ArgumentHelp(
            "The file of the device. Default: Reports/calibrate/host.yaml.", valueName: "file"))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "The folder of accuracy.md, accuracy.csv, residuals.csv and "
                + "observations.csv. Default: "
                + "Reports/calibrate.", valueName: "dir"))
    var report = CalibrateRequest.usualReport

    @Option(
        help: ArgumentHelp(
            "Fit nothing: compare this device with the machine.", valueName: "name|file"))
    var check: String?

    @Option(
        help: ArgumentHelp(
            "Fail (5) where the accuracy falls behind that of this accuracy.csv.",
            valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var baseline: String?

    @Option(
        help: ArgumentHelp(
            "Measure nothing: make a device of what Workloads/Devices/Probe printed on it, write "
                + "it to --output.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var from: String?

    @Flag(help: "No progress on standard error.")
    var quiet = false

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        guard (1...1000).contains(repetitions) else {
            throw ValidationError("--repetitions \(repetitions): give a number from 1 to 1000")
        }
        for (option, names) in [("--workload", workload), ("--topology", topology)] {
            for (index, name) in names.enumerated() where names[..<index].contains(name) {
                throw ValidationError("\(option) \(name) is given twice: give each once")
            }
        }
        if check != nil, output != nil {
            throw ValidationError(
                "--check writes no device, so that --output has nothing to name: leave one out")
        }
        if from != nil {
            let others = [
                ("--check", check != nil), ("--baseline", baseline != nil),
                ("--workload", !workload.isEmpty),
                ("--topology", !topology.isEmpty),
            ]
            if let (option, _) = others.first(where: \.1) {
                throw ValidationError(
                    "--from and \(option) exclude each other: the probe has measured already")
            }
            guard output != nil else {
                throw ValidationError("--from writes a device: name its file with --output")
            }
        }
        if let output, !output.hasSuffix(".yaml") {
            throw ValidationError("--output \(output): give a file that ends with .yaml")
        }
    }

    func run() throws {
        if let from, let output {
            CommandFailure.ended { try Self.write(probed: from, to: output) }
        }
        var request = CalibrateRequest()
        request.workloads = workload
        request.topologies = topology
        request.repetitions = repetitions
        request.output = output ?? CalibrateRequest.usualOutput
        request.report = report
        request.check = check
        request.baseline = baseline
        request.isQuiet = quiet
        try Session.run(request) { await CalibrateSession($0).run() }
    }

    /// Makes a device of the probe's report.
    private static func write(probed path: String, to output: String) throws -> RunOutcome {
        guard let json = InputFile.contents(of: path) else {
            throw CommandFailure(
                .usage, "there is no \(path): name the file with the probe's output")
        }
        let file = DeviceFile(path: output)
        let device = try ProbeReport(json: json, file: path).device(named: file.name)
        try file.prepare()
        try file.write(device)
        Console.show(
            "\(output) is written; lab explain \(output) says what was derived from what\n")
        return SessionEnding.ended(.ok, page: output)
    }
}
