import ArgumentParser
import Documents
import Results

/// `--until-told` and `--within`: rounds until the topologies are told apart, in place of a number.
struct TellingOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Go on with rounds until every two topologies are told apart or shown to be the same, "
                + "or the time is up."))
    var untilTold = false

    @Option(
        help: ArgumentHelp(
            "With --until-told: the longest time for the rounds. Default: 10min.",
            valueName: "time"))
    var within: String?

    func validate() throws { _ = try request }

    /// The request that the options make; `nil` without `--until-told`.
    var request: TellingRequest? {
        get throws {
            guard untilTold else {
                if within != nil {
                    throw ValidationError(
                        "--within bounds the rounds of --until-told: give both, or leave it out")
                }
                return nil
            }
            return try within.map(Self.telling) ?? TellingRequest()
        }
    }

    /// The request of a `--within`.
    ///
    /// - Throws: `ValidationError` for another text than a time in the range.
    static func telling(_ text: String) throws -> TellingRequest {
        let nanoseconds = Quantity(text)?.scaled(by: Quantity.durationUnits)
        guard let nanoseconds, TellingRequest.range.contains(Double(nanoseconds) / 1e9) else {
            throw ValidationError(
                "--within \(text): give a time from 1s to 24h with its unit, as 90s or 10min")
        }
        return TellingRequest(seconds: Double(nanoseconds) / 1e9)
    }
}
