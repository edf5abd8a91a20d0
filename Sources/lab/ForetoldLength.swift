import WorkloadEngine

/// The expected length of a command, as far as the workload determines it, and its parts.
struct ForetoldLength: Sendable, Hashable {
    var seconds: Double
    /// Whether the command may take longer: an importer without a pace takes as long as the stack
    /// needs.
    var isAtLeast = false
    /// Whether the command may end sooner.
    var isAtMost = false
    /// The parts of the time: `4 runs of about 3.2 s each`.
    var parts: [String] = []

    /// `about 52 s: 12 runs of about 3.7 s each, and 16 kills`.
    var text: String {
        let time =
            isAtMost
            ? "up to \(RunLength.words(seconds))"
            : RunLength.words(seconds, isAtLeast: isAtLeast)
        let list = parts.joined(separator: ", and ")
        return list.isEmpty ? time : "\(time): \(list)"
    }

    /// The length with runs of rounds that may end before their time is up.
    func adding(_ telling: TellingRequest, times count: Int) -> ForetoldLength {
        guard count > 0 else { return self }
        var length = self
        length.parts = seconds > 0 ? parts : []
        length.seconds += Double(count) * telling.seconds
        length.isAtMost = true
        length.parts.append(
            "\(count) \(count == 1 ? "run" : "runs") until topologies are told apart")
        return length
    }

    /// `12 runs of about 3.7 s each`; runs that differ are counted only.
    static func runs(_ count: Int, of lengths: [Double], isAtLeast: Bool) -> String {
        let noun = "\(count) \(count == 1 ? "run" : "runs")"
        guard let first = lengths.first, lengths.allSatisfy({ $0 == first }) else { return noun }
        let time = RunLength.words(first, isAtLeast: isAtLeast)
        return "\(noun) of \(time)\(count == 1 ? "" : " each")"
    }

    /// `16 kills`; `nil` for none.
    static func kills(_ count: Int) -> String? {
        count == 0 ? nil : "\(count) \(count == 1 ? "kill" : "kills")"
    }
}
