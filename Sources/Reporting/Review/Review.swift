import Results

/// What a page shows: the results of one question, however they were found out.
package struct Review {
    /// A result, and the pictures of its charts by the charts' names.
    package struct Part<Content> {
        package let content: Content
        let pictures: [String: String]

        package init(_ content: Content, pictures: [String: String] = [:]) {
            self.content = content
            self.pictures = pictures
        }
    }

    /// Measured or simulated, without a sweep.
    package var runs: [Part<WorkloadResult>] = []
    package var sweeps: [Part<WorkloadResult>] = []
    package var crashes: [Part<CrashResult>] = []

    /// Of more topologies, a table with a row for each pair or role is longer than a reader.
    static let mostTopologies = 8

    package init() {}

    /// Adds a result of `lab run` or `lab simulate`.
    package mutating func add(_ result: WorkloadResult, pictures: [String: String]) {
        let part = Part(result, pictures: pictures)
        if result.sweep == nil { runs.append(part) } else { sweeps.append(part) }
    }

    /// Adds a result of `lab crash`.
    package mutating func add(_ result: CrashResult, pictures: [String: String]) {
        crashes.append(Part(result, pictures: pictures))
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
