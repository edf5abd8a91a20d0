import Bench
import Results
import Verdicts
import WorkloadEngine

/// `--until-told --within`: rounds until the topologies are told apart, in place of a number.
package struct TellingRequest: Codable, Sendable, Hashable {
    /// The times that a run can be given, in seconds; a day is the longest run of any workload.
    static let range = 1.0...86_400

    /// The longest time for the rounds, in seconds.
    package var seconds: Double

    /// Makes the request of rounds for at most ten minutes, or so many seconds.
    package init(seconds: Double = 600) { self.seconds = seconds }

    /// The value of `--within`.
    var text: String {
        seconds == seconds.rounded() ? "\(Int(seconds))s" : "\(Int((seconds * 1_000).rounded()))ms"
    }

    /// Checks what else the command requests.
    ///
    /// - Throws: `RequestError` for a second rule for the number of rounds, and for a question that
    ///   a run that stops by its own figures cannot answer.
    static func check(
        _ work: WorkloadRequest, repetitions: Int?, isSweep: Bool, baseline: String?
    ) throws(RequestError) {
        let setting = work.settings.first { $0.key == "repetitions" }
        let other = repetitions.map { "--repetitions \($0)" } ?? setting.map { "--set \($0.text)" }
        if let other {
            throw RequestError(
                "--until-told and \(other) both say how many rounds run: leave one of them out")
        }
        if isSweep {
            throw RequestError(
                "--until-told tells topologies apart, and --sweep compares values of one key: "
                    + "leave one of them out")
        }
        if let baseline {
            throw RequestError(
                "--until-told and --baseline \(baseline): rounds that stop by the run's own "
                    + "figures would bias its comparison with another run: leave one of them out")
        }
    }

    /// Checks that the selection has something to tell apart, and time for the first look.
    ///
    /// - Throws: `CommandFailure` (2).
    func check(_ selection: Selection) throws {
        let plan = selection.plan
        guard plan.topologies.count > 1 else {
            throw CommandFailure(
                .usage,
                "--until-told: \(plan.topologies.map(\.variant).joined()) alone cannot be told "
                    + "apart from another: give two topologies or more")
        }
        let rounds = Look.rounds(before: 1)
        let least =
            plan.setup.length.nominal.seconds * Double(plan.topologies.count * rounds)
        guard least > seconds else { return }
        throw CommandFailure(
            .usage,
            "--within \(text) is too short to tell anything: \(rounds) rounds of "
                + "\(plan.topologies.count) topologies take \(RunLength.words(least)) or more")
    }
}
