import Results
import Verdicts

/// One `lab review` as a value: the question, the devices that it is asked for, and the time.
struct ReviewRequest: Sendable {
    var work: WorkloadRequest
    /// By name or file.
    var devices: [String] = []
    /// Runs of each topology; `nil` for as many as tell topologies apart, or fit into the time.
    var repetitions: Int?
    /// The time of the whole, in seconds; `nil` for the usual number of runs.
    var seconds: Double?
    /// The folder of review.html and of the parts' reports; `nil` for the usual one.
    var output: String?
    var charts = ChartRequest()
    /// Whether progress is not shown.
    var isQuiet = false

    init(_ work: WorkloadRequest) { self.work = work }

    /// Checks the request.
    ///
    /// - Throws: `RequestError` if no session can run it.
    func check() throws(RequestError) {
        try work.check()
        if let repetitions, !(1...1000).contains(repetitions) {
            throw .notARepetitionCount(repetitions)
        }
        if repetitions != nil, seconds != nil {
            throw RequestError(
                "--repetitions and --within exclude each other: the time decides how many there are"
            )
        }
        for (index, name) in devices.enumerated() where devices[..<index].contains(name) {
            throw RequestError("--device \(name) is given twice: give each device once")
        }
    }
}
