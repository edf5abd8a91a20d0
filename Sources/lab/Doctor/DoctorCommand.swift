import ArgumentParser
import Verdicts

/// `lab doctor`: the properties of this machine that make figures less reliable, with remedies.
struct DoctorCommand: DisplayingCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check this machine for doubts about its figures, with remedies.",
        discussion: """
            Exit codes: 0 the lab can work here, perhaps with doubts · 1 it cannot · 9 something \
            could not be written · 130 interrupted.
            """)

    @Flag(
        help: ArgumentHelp(
            "Compare runs with themselves, and write how much they differ on this machine: "
                + "comparisons then ignore smaller changes."))
    var calibrateNoise = false

    @Option(help: "Calibration: how many comparisons. Default: 5.")
    var comparisons: Int = 5

    @Option(help: "Calibration: how many rounds each. Default: 12, as a comparison has.")
    var rounds: Int = Comparison.minimumRounds

    @OptionGroup var measured: MeasuredOptions

    @Option(
        help: ArgumentHelp(
            "The file of the noise floor. Default: Reports/noise-floor.json.", valueName: "file"))
    var noiseFloor: String?

    @OptionGroup var display: DisplayOptions
    @OptionGroup var document: DocumentOptions

    func validate() throws {
        guard (2...1000).contains(comparisons) else {
            throw ValidationError("--comparisons \(comparisons): give a number from 2 to 1000")
        }
        guard (2...1000).contains(rounds) else {
            throw ValidationError("--rounds \(rounds): give a number from 2 to 1000")
        }
        guard calibrateNoise || !measured.hasChoices else {
            throw ValidationError(
                "without --calibrate-noise nothing is run: add it, or leave --topology, --set and"
                    + " --seed out")
        }
    }

    func run() throws {
        try Session.run(request) { await DoctorSession($0).run() }
    }

    private var request: DoctorRequest {
        DoctorRequest(
            noiseFloor: noiseFloor,
            calibration: !calibrateNoise
                ? nil
                : CalibrationRequest(
                    work: measured.request(), comparisons: comparisons, rounds: rounds,
                    noiseFloor: noiseFloor, isQuiet: measured.quiet))
    }
}
