import ArgumentParser
import Documents
import Foundation
import Verdicts

/// What every command says that judges by gates or against a baseline.
struct GateOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Fail (4) where a figure got worse by more, such as 'main.delay.p99:5%', or is out of "
                + "a bound, such as 'main.stall.max<250ms'; repeatable.",
            valueName: "gate"))
    var failOn: [String] = []

    @Flag(help: "Fail (8) where a gate can be told neither to hold nor to fail.")
    var requireVerdict = false

    @Option(
        help: ArgumentHelp(
            "The folder of named baselines. Default: Reports/baselines.", valueName: "dir"))
    var baselines: String = BaselineShelf.usualFolder

    @Option(
        help: ArgumentHelp(
            "This machine's noise, as lab doctor --calibrate-noise wrote it. Default: "
                + "Reports/noise-floor.json, where there is one.",
            valueName: "file"))
    var noiseFloor: String?

    var shelf: BaselineShelf { BaselineShelf(folder: baselines) }

    /// The gates of the command line.
    ///
    /// - Throws: `DocumentError` with the issues of all of them.
    func gates() throws -> [Gate] {
        var issues = DocumentIssues()
        let gates = try failOn.compactMap { text in try issues.collect { try Gate(text) } }
        try issues.throwIfAny()
        return gates
    }

    /// The noise floor that was measured; the assumed one where none was.
    ///
    /// - Throws: `CommandFailure` where a file that was named cannot be read (2), or holds no noise
    ///   floor (3).
    func floor() throws -> NoiseFloor {
        try noiseFloor.map { try NoiseFloorFile.read($0) }
            ?? NoiseFloorFile.readUsual()
    }
}
