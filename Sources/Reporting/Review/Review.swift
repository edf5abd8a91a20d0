import Results
import Verdicts

/// What a page shows: the results of one question, however they were found out.
package struct Review {
    /// A result with its charts, which take as long to put together as all the rest, and their
    /// pictures by the charts' names.
    package struct Part<Content> {
        package let content: Content
        let charts: [Chart]
        let pictures: [String: String]
        /// The ranking of its topologies, which takes as long again; `nil` for crashes.
        var ranking: Ranking?
    }

    /// Measured or simulated, without a sweep.
    package var runs: [Part<WorkloadResult>] = []
    package var sweeps: [Part<WorkloadResult>] = []
    package var crashes: [Part<CrashResult>] = []

    /// Of more topologies, a table with a row for each pair or role is longer than a reader.
    static let mostTopologies = 8

    package init() {}

    /// Adds a result of `lab run` or `lab simulate`.
    ///
    /// - Parameter pictures: finds those that are drawn of the result's charts.
    package mutating func add(
        _ result: WorkloadResult, pictures: ([Chart]) -> [String: String]
    ) {
        let charts = Chart.beside(timelineOf: result)
        let part = Part(
            content: result, charts: charts, pictures: pictures(charts),
            ranking: Ranking(of: result))
        if result.sweep == nil { runs.append(part) } else { sweeps.append(part) }
    }

    /// Adds a result of `lab crash`.
    ///
    /// - Parameter pictures: finds those that are drawn of the result's charts.
    package mutating func add(_ result: CrashResult, pictures: ([Chart]) -> [String: String]) {
        let charts = Chart.all(of: result)
        crashes.append(Part(content: result, charts: charts, pictures: pictures(charts)))
    }

    /// Whether it has a result at all.
    package var isOfSomething: Bool { !runs.isEmpty || !sweeps.isEmpty || !crashes.isEmpty }

    /// The result that the page decides by: the first that was measured, else the first.
    var leading: Part<WorkloadResult>? {
        runs.first { $0.content.simulated == nil } ?? runs.first ?? sweeps.first
    }

    /// The workload, time and machine of the page.
    var head: WorkloadResult? { leading?.content ?? crashes.first?.content.head }

    /// The runs beside the leading one: other devices, other machines.
    var others: [Part<WorkloadResult>] {
        runs.filter { $0.content.run != leading?.content.run }
    }
}
