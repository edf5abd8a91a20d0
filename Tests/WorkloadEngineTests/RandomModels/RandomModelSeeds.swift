import Foundation

/// The seeds of the random models that a test goes through, in parts that run beside each other.
enum RandomModelSeeds {
    /// One a core, where there are eight; on two they keep both busy until the last.
    private static let parts: UInt64 = 8

    /// The parts of the first seeds: a thousand of them, unless the environment says otherwise.
    ///
    /// `LAB_RANDOM_MODEL=17` takes that one alone, for every test.
    ///
    /// - Parameter variable: the name of the environment's variable with the number of models.
    static func parts(_ variable: String) -> [Range<UInt64>] {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["LAB_RANDOM_MODEL"].flatMap(UInt64.init) {
            return [seed..<seed + 1]
        }
        let count = environment[variable].flatMap(UInt64.init) ?? 1_000
        return (0..<parts).map { count * $0 / parts..<count * ($0 + 1) / parts }
            .filter { !$0.isEmpty }
    }
}
