/// The result of one command, which Verdicts judges, and Reporting writes and draws.
package struct WorkloadResult: Codable, Sendable {
    /// The version of the files' layout.
    ///
    /// Readers refuse another by name.
    package static let schema = 1

    package var schema = WorkloadResult.schema
    package var run: String
    package var commit: String
    package var build: String
    package var workload: String
    package var workloadDigest: String
    /// The workload's digest in the former definition, which included limits and gates.
    ///
    /// Absent if the workload has neither.
    package var formerWorkloadDigest: String?
    package var title: String
    package var question: String
    package var expect: String
    package var mode = "measured"
    package var device: String
    /// The device that was simulated; absent from a measured result.
    package var simulated: SimulatedDevice?
    /// The ranges of the costs that the draws cover; absent if every draw has the device's own.
    package var uncertainty: UncertaintyRecord?
    /// The part of the simulated result that this is; absent from a whole one.
    package var part: ResultPart?
    package var seed: UInt64
    /// ISO 8601, UTC.
    package var started: String
    package var host: Host
    /// The sweep; `nil` for a run without one.
    package var sweep: SweepRecord?
    /// In the order of the request; in a sweep each once for each value.
    package var topologies: [TopologyResult] = []
    package var warnings: [RunWarning] = []
    package var isInterrupted = false
    /// The phase of the headline figures: `import` if it exists, else the last measured one.
    package var headlinePhase: String
    /// The digest of operations.csv, hexadecimal.
    package var operationsDigest: String
    /// The runs that it alternated with; absent if it ran alone, and in files of older versions.
    package var interleaving: Interleaving?
    /// The command line; absent in files of older versions.
    package var commandLine: RunCommandLine?
    /// The gates in the spelling of the workload's file; absent if it has none.
    package var gates: [String]?
    /// How the rounds ended; absent if their number was fixed beforehand.
    package var telling: TellingRecord?
    /// What of the workload's model is not modelled; empty if all is, absent in files that are
    /// older than this field.
    package var modelGaps: [ModelGapRecord]?

    package init(
        run: String, commit: String, build: String, workload: String, workloadDigest: String,
        title: String, question: String, expect: String, device: String, seed: UInt64,
        started: String, host: Host, headlinePhase: String, operationsDigest: String
    ) {
        self.run = run
        self.commit = commit
        self.build = build
        self.workload = workload
        self.workloadDigest = workloadDigest
        self.title = title
        self.question = question
        self.expect = expect
        self.device = device
        self.seed = seed
        self.started = started
        self.host = host
        self.headlinePhase = headlinePhase
        self.operationsDigest = operationsDigest
    }
}

/// The properties of the machine that matter to a reader of the figures.
///
/// The machine's name is not among them.
package struct Host: Codable, Sendable {
    package var system: String
    package var processor: String
    package var cores: Int
    package var memoryBytes: Int64
    package var sqlite: String
    /// The file system that the stores lie on.
    package var fileSystem: String

    package init(
        system: String, processor: String, cores: Int, memoryBytes: Int64, sqlite: String,
        fileSystem: String
    ) {
        self.system = system
        self.processor = processor
        self.cores = cores
        self.memoryBytes = memoryBytes
        self.sqlite = sqlite
        self.fileSystem = fileSystem
    }
}

/// One topology's part of a result.
package struct TopologyResult: Codable, Sendable {
    package var topology: String
    package var variant: String
    /// Its promise about durability, in one line.
    package var promise: String
    /// The lines of its file that have an effect, without its name, with settings of the workload
    /// and the variant: the meaning of the name in this run.
    ///
    /// Absent in files that are older than this field.
    package var definition: [String]?
    /// The lines of its drawing; absent in files that are older than this field.
    package var drawing: [String]?
    /// The lines of a class that an app would write for it; absent in files that are older than
    /// this field.
    package var sketch: [String]?
    /// The topology's position in a sweep; `nil` outside a sweep.
    package var point: SweepPoint?
    /// The effective value of each field; absent in files that are older than this field.
    package var settings: [TopologySetting]?
    /// `true` if its children committed a fault on purpose, to prove the lab; else absent.
    package var isPlanted: Bool?
    /// Figures of each repetition, in order.
    package var repetitions: [RepetitionResult] = []
    /// The figures over repetitions: medians, with low and high.
    package var summary: [Figure] = []
    package var crashes: [CrashRecord] = []
    package var limits: [LimitVerdict] = []
    /// The failure, if one occurred: then no timing of this topology is printed.
    package var failure: RunFailure?

    package init(topology: String, variant: String, promise: String) {
        self.topology = topology
        self.variant = variant
        self.promise = promise
    }
}

extension TopologyResult {
    /// The repetitions that figures over repetitions rest on: the undisturbed ones, or all if the
    /// machine disturbed each of them.
    package var countedRepetitions: [RepetitionResult] {
        let counted = repetitions.filter { $0.mark != .disturbed }
        return counted.isEmpty ? repetitions : counted
    }

    /// How many repetitions the machine disturbed.
    package var disturbedCount: Int { repetitions.count { $0.mark == .disturbed } }

    /// Whether the machine disturbed every repetition, so that no figure is undisturbed.
    package var isDisturbedThroughout: Bool {
        !repetitions.isEmpty && disturbedCount == repetitions.count
    }
}

/// One repetition: its measurements, and the figures that follow.
package struct RepetitionResult: Codable, Sendable {
    package var record: RunRecord
    package var figures: [Figure]
    /// `disturbed`, `interrupted` or empty.
    package var mark: Mark

    package init(record: RunRecord, figures: [Figure], mark: Mark = .none) {
        self.record = record
        self.figures = figures
        self.mark = mark
    }
}

/// Why a topology has no figures.
package struct RunFailure: Codable, Sendable {
    package enum Kind: String, Codable, Sendable {
        /// The child trapped or ended with an error: a bug in the lab. Exit 1.
        case trapped
        /// Concurrency debugging found an object or a context used off its queue, and trapped: the
        /// stack or the workload is wrong, and not the lab. Exit 6.
        case offQueue = "off-queue"
        /// The run stood still until the watchdog ended it. Exit 6.
        case stuck
        /// The run took many times the time of its workload, and was killed. Exit 6.
        ///
        /// It may have moved, and its outcome is unknown.
        case overdue
        /// The store's content is not the expected one. Exit 6.
        case outcomeDiffers = "outcome-differs"
        /// The child executed other operations than the file has. Exit 6.
        case operationsDiffer = "operations-differ"
        /// After a kill, the store held something else than was predicted. Exit 6.
        case recoveryDiffers = "recovery-differs"
        /// The store or a result could not be written. Exit 9.
        case notWritten = "not-written"
        /// The run does not have a requested crash state. Exit 7.
        case incomparable
    }

    package var kind: Kind
    package var message: String
    package var details: [String]

    package init(kind: Kind, message: String, details: [String] = []) {
        self.kind = kind
        self.message = message
        self.details = details
    }

    /// The one of two that is told: before all others that a store recovered to what it must not,
    /// else the first.
    package static func told(_ first: RunFailure?, _ second: RunFailure) -> RunFailure {
        guard let first, first.kind == .recoveryDiffers || second.kind != .recoveryDiffers
        else { return second }
        return first
    }
}

/// One killed child, and the content of its store afterwards: a row of crashes.csv.
package struct CrashRecord: Codable, Sendable {
    package var index: Int
    /// `random` or the exact point: `before-intent`, `after-intent`, `before-commit` or another.
    package var point: String
    /// When, after the run's start, in ms; for an exact point, which occurrence.
    package var at: Double
    package var occurrence: Int
    package var editsMade: Int
    package var editsSaved: Int
    package var editsCommitted: Int
    /// Edits that the recovered store holds.
    package var editsRecovered: Int
    /// Saved edits that it does not hold: the app believed them safe.
    package var editsLost: Int
    package var editsDirtyLost: Int
    /// `predicted`, `predicted+in-flight` or `violation`.
    package var verdict: CrashVerdict
    package var detail: String

    package init(
        index: Int, point: String, at: Double, occurrence: Int, editsMade: Int, editsSaved: Int,
        editsCommitted: Int, editsRecovered: Int, editsLost: Int, editsDirtyLost: Int,
        verdict: CrashVerdict, detail: String
    ) {
        self.index = index
        self.point = point
        self.at = at
        self.occurrence = occurrence
        self.editsMade = editsMade
        self.editsSaved = editsSaved
        self.editsCommitted = editsCommitted
        self.editsRecovered = editsRecovered
        self.editsLost = editsLost
        self.editsDirtyLost = editsDirtyLost
        self.verdict = verdict
        self.detail = detail
    }
}

/// Whether one topology keeps one limit.
package struct LimitVerdict: Codable, Sendable {
    /// As written: `main.stall.max < 250ms`.
    package var limit: String
    /// Whether every repetition kept it.
    package var isKept: Bool
    /// The median over repetitions of the judged value; `nil` if the run has no such value.
    package var value: Double?
    /// The worst value of any repetition; absent in files from before repetitions were judged one
    /// by one.
    package var worst: Double?
    /// The phase of the worst value; `nil` if that value is over all measured phases.
    package var worstPhase: String?
    /// How many repetitions kept the limit; absent in files from before repetitions were judged one
    /// by one.
    package var kept: Int?
    package var judged: Int?
    /// Whether every undisturbed repetition kept the limit.
    ///
    /// `nil` if the machine disturbed all, and in files from before repetitions were judged one by
    /// one.
    package var isKeptUndisturbed: Bool?
    package var unit: String

    package init(limit: String, isKept: Bool, value: Double?, unit: String) {
        self.limit = limit
        self.isKept = isKept
        self.value = value
        self.unit = unit
    }
}
