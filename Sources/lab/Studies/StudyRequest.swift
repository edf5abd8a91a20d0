/// One `lab study` that runs.
struct StudyRequest: Codable, Sendable, Hashable {
    /// By name or file.
    var study: String
    /// Runs of each arm; `nil` for the study's.
    var repetitions: Int?
    /// This machine's part of the rounds; `nil` for all.
    var shard: Shard?
    /// The folder of the report; `nil` for the usual one.
    var output: String?
    /// Whether the chart is drawn; its script is written all the same.
    var drawsCharts = true
    var isQuiet = false
    /// The device of a study in virtual time; `nil` to measure on this machine.
    var subject: StudySimulation.Subject?
}
