import Documents
import Results

/// A published comparison that the lab repeats: its runs, its figures, and its claims.
///
/// `Study.load(_:)` reads one from its file; `StudyJudgement` compares its figures with the
/// measured ones.
package struct Study: Sendable {
    /// The file's name without `.study.yaml`.
    package var name: String
    /// The path of the file, as messages call it.
    package var file: String
    package var title: String
    /// The author, the date, and the device.
    package var source: String
    /// Deviations from the published runs, and the parts that cannot be repeated.
    package var notes: [String]
    /// Runs of each arm; `nil` for the usual number.
    package var repetitions: Int?
    /// In the order of the file, without duplicates.
    package var arms: [Arm]
    package var orders: [StudyOrder]
    package var claims: [StudyClaim]
    /// Further metrics to print, by their whole names.
    package var shown: [String]
    /// The SHA-256 of the file's canonical form, in hexadecimal.
    package var digest: String

    /// A workload, changed as the study asks, on one topology.
    package struct Arm: Sendable {
        package var label: String
        /// Its position, for messages.
        package var node: DocumentNode
        /// By name or file, as `--workload` takes it.
        package var workload: String
        package var workloadPosition: Position
        /// As `--topology` takes it.
        package var topology: String
        package var topologyPosition: Position
        /// The study's settings, and then those of the arm.
        package var settings: [WorkloadSetting]
        /// In Apple's form, names and values in turn.
        package var launchArguments: [String]
        package var published: [PublishedFigure]

        package func published(_ metric: String) -> PublishedFigure? {
            published.first { $0.metric == metric }
        }
    }

    /// The metrics of the study, in the order of first mention: published ones, those of its orders
    /// and claims, and further ones that it shows.
    package var metrics: [String] {
        let named =
            arms.flatMap { $0.published.map(\.metric) } + orders.map(\.metric)
            + claims.flatMap { $0.bounds.map(\.metric) } + shown
        var metrics: [String] = []
        for metric in named where !metrics.contains(metric) { metrics.append(metric) }
        return metrics
    }
}
