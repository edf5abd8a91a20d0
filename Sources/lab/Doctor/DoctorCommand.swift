import ArgumentParser
import Execution
import Foundation
import Reporting
import Results
import Verdicts

/// `lab doctor`: what of this machine makes figures mean less, and what to do about it.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Look at this machine: what makes figures mean less, and what to do about it.",
        discussion: """
            Exit codes: 0 the lab can work here, whatever it doubts · 1 it cannot · 9 something \
            could not be written · 130 interrupted.
            """)

    @Flag(
        help: ArgumentHelp(
            "Compare runs with themselves, and write how much they differ on this machine: what "
                + "comparisons then call no change."))
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
        let command = self
        try Session.run { await command.end() }
    }

    private func end() async -> Verdicts.ExitCode {
        let findings = await MachineChecks(noiseFloor: noiseFloor).findings()
        Console.write(Self.text(of: findings))
        let isBroken = findings.contains { $0.state == .broken }
        guard calibrateNoise, !isBroken else {
            let code: Verdicts.ExitCode = isBroken ? .bug : .ok
            Console.write(MachineLine.text(code, report: nil))
            return code
        }
        return await NoiseCalibration(options: self).run()
    }

    private static func text(of findings: [DoctorFinding]) -> String {
        let names = findings.map(\.what.count).max() ?? 0
        let states = findings.map(\.state.rawValue.count).max() ?? 0
        return findings.flatMap { finding -> [String] in
            let head = [(finding.state.rawValue, states), (finding.what, names)].map {
                $0.0 + String(repeating: " ", count: $0.1 - $0.0.count)
            }.joined(separator: "  ")
            let indent = String(repeating: " ", count: head.count) + "  → "
            return TextLines.wrapped(finding.found, width: 108, first: head + "  ")
                + (finding.advice.isEmpty
                    ? [] : TextLines.wrapped(finding.advice, width: 108, first: indent))
        }.joined(separator: "\n")
    }
}
