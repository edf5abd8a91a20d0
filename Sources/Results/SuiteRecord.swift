/// The runs of a suite so far: suite.json.
///
/// An interrupted suite goes on from it, and shards of several machines are merged by it.
package struct SuiteRecord: Codable, Sendable, Hashable {
    /// The version of the file's layout.
    package static let schema = 1

    package var schema = SuiteRecord.schema
    package var name: String
    package var title: String
    /// The device that its runs are simulated on; `nil` if they are measured, and in files that are
    /// older than this field.
    package var device: String?
    /// The digest of the suite's file and of all that its runs depend on, hexadecimal.
    package var digest: String
    package var commit: String
    package var build: String
    /// ISO 8601, UTC.
    package var started: String
    /// All entries of the suite, in its order, also those of other shards.
    package var planned: [String]
    /// The ended entries, in the suite's order.
    package var entries: [Entry] = []

    /// One run that has ended.
    package struct Entry: Codable, Sendable, Hashable {
        /// Its folder's name, too.
        package var name: String
        package var workload: String
        package var topologies: [String]
        package var repetitions: Int
        /// The command line that ran it: equal ones need not run again.
        package var arguments: [String]
        /// The exit code, and its word.
        package var code: Int32
        package var word: String
        /// Of the comparison with a baseline; `nil` without one.
        package var verdict: String?
        package var seconds: Double
        /// What it found; `nil` where it ended without figures.
        package var finding: Finding?

        package init(
            name: String, workload: String, topologies: [String], repetitions: Int,
            arguments: [String], code: Int32, word: String, verdict: String? = nil,
            seconds: Double, finding: Finding? = nil
        ) {
            self.name = name
            self.workload = workload
            self.topologies = topologies
            self.repetitions = repetitions
            self.arguments = arguments
            self.code = code
            self.word = word
            self.verdict = verdict
            self.seconds = seconds
            self.finding = finding
        }
    }

    package init(
        name: String, title: String, device: String? = nil, digest: String, commit: String,
        build: String, started: String, planned: [String]
    ) {
        self.name = name
        self.title = title
        self.device = device
        self.digest = digest
        self.commit = commit
        self.build = build
        self.started = started
        self.planned = planned
    }

    /// Inserts an ended entry at its position, and replaces an earlier run of it.
    package mutating func add(_ entry: Entry) {
        let ended = entries.filter { $0.name != entry.name } + [entry]
        entries = planned.compactMap { name in ended.first { $0.name == name } }
    }

    /// The folder that the suite is written to without another one's name: a simulated suite's is
    /// not that of its measured runs.
    package var usualFolder: String { Self.usualFolder(of: name, on: device) }

    package static func usualFolder(of name: String, on device: String?) -> String {
        "Reports/\(name)" + (device.map { "-\($0)" } ?? "")
    }

    /// The entries that have not ended.
    package var missing: [String] {
        planned.filter { name in !entries.contains { $0.name == name } }
    }
}
