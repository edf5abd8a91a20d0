import ArgumentParser
import Verdicts

/// The options of every command that judges by gates or against a baseline.
struct GateOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Fail (4) where a figure got worse by more, such as 'main.delay.p99:5%', or is out of "
                + "a bound, such as 'main.stall.max<250ms'; repeatable. What a comparison asks "
                + "about anyway stays asked.",
            valueName: "gate"),
        completion: CompletionOptions.figures)
    var failOn: [String] = []

    @Flag(help: "Fail (8) if a gate has no verdict: it neither holds nor fails.")
    var requireVerdict = false

    @Option(
        help: ArgumentHelp(
            "The folder of named baselines. Default: Reports/baselines.", valueName: "dir"),
        completion: .directory)
    var baselines: String = BaselineShelf.usualFolder

    @Option(
        help: ArgumentHelp(
            "This machine's noise, as lab doctor --calibrate-noise wrote it. Default: "
                + "Reports/noise-floor.json, if it exists.",
            valueName: "file"),
        completion: .file(extensions: ["json"]))
    var noiseFloor: String?

    /// The request that the options make.
    ///
    /// - Throws: `DocumentError` with the issues of all gates.
    func request() throws -> GateRequest {
        GateRequest(
            named: try NamedGate.gates(failOn), requiresVerdict: requireVerdict, shelf: baselines,
            noiseFloor: noiseFloor)
    }
}
