extension TidyRule {
    /// Calls that code on the seam must never make (the engine runs on two clocks and cannot
    /// distinguish them), with their replacements.
    struct Ban {
        let tokens: [String]
        let replacement: String
        /// Whether the first word may follow a dot: `Date.now` is banned, `execution.now` is not.
        var isMember = false
        /// Targets that may: each for its reason.
        var exempt: Set<String> = []
    }

    /// Everywhere but in `Execution`: CONTRIBUTING.md, “Types and concurrency”.
    static let engineBans = TidyRule(
        "Time, chance and queues are handed in",
        tokens: { file, index in
            guard let target = file.sourceTarget, target != "Execution" else { return nil }
            for ban in bans where file.matches(ban.tokens, at: index) {
                guard ban.isMember == file.isMember(index), !ban.exempt.contains(target) else {
                    continue
                }
                if ban.tokens.first == "random" || chances.contains(ban.tokens[0]) {
                    // With a generator that was handed in, chance follows from the seed.
                    let arguments = file.tokens[index...file.closing(index + ban.tokens.count - 1)]
                    if arguments.contains(where: { $0.text == "using" }) { continue }
                }
                let name = ban.tokens.joined()
                return "“\(name)” outside of Sources/Execution: \(ban.replacement)"
            }
            return nil
        })

    private static let chances: Set = ["randomElement", "shuffled", "shuffle"]

    static let bans: [Ban] =
        words(
            ["DispatchQueue", "DispatchSemaphore", "DispatchGroup", "DispatchWorkItem"],
            "take queues, locks and semaphores from Execution.make…")
        + words(
            ["DispatchTime", "DispatchWallTime", "ContinuousClock", "SuspendingClock"],
            "read execution.now")
        + words(
            ["DispatchSource", "Timer"], "set one with execution.makeTimer(on:at:every:)")
        + words(["Thread"], "ask execution.isOnMainThread or queue.isCurrent; sleep with a timer")
        + words(["RunLoop"], "the process's loop is run by MainLoop in Execution")
        + words(["OperationQueue"], "make a queue with execution.makeQueue(label:cause:)")
        + words(
            ["MainActor"], "enqueue on execution.mainQueue; actors leave the seam")
        + words(
            ["SystemRandomNumberGenerator", "arc4random", "drand48"],
            "draw from a RandomStream keyed by the seed")
        + calls(
            ["clock_gettime", "gettimeofday", "mach_absolute_time"],
            "read execution.now, or CPU time from ThreadClock")
        + calls(
            ["sleep", "usleep", "nanosleep", "pthread_create", "dispatchMain"],
            "wait with a timer or a semaphore of the execution")
        + [
            Ban(tokens: ["Date", "(", ")"], replacement: "read execution.now"),
            Ban(tokens: ["Date", ".", "now"], replacement: "read execution.now"),
            // The command's own process waits for children; nothing in it is measured or simulated.
            Ban(
                tokens: ["Task", "{"], replacement: "enqueue on a queue of the execution",
                exempt: ["lab"]),
            Ban(
                tokens: ["Task", ".", "detached"],
                replacement: "enqueue on a queue of the execution"),
            Ban(tokens: ["Task", ".", "sleep"], replacement: "set a timer of the execution"),
        ]
        + ["random", "randomElement", "shuffled", "shuffle"].map {
            Ban(
                tokens: [$0, "("], replacement: "pass using: a RandomStream keyed by the seed",
                isMember: true)
        }

    private static func words(_ words: [String], _ replacement: String) -> [Ban] {
        words.map { Ban(tokens: [$0], replacement: replacement) }
    }

    private static func calls(_ calls: [String], _ replacement: String) -> [Ban] {
        calls.map { Ban(tokens: [$0, "("], replacement: replacement) }
    }
}
