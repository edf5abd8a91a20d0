import ArgumentParser
import CrashLab

/// `lab crash`: record, explore every state that a crash may leave, kill, report.
struct CrashCommand: DisplayingCommand {
    static let configuration = CommandConfiguration(
        commandName: "crash",
        abstract: "Measure the loss by every crash, and prove that nothing else breaks.",
        discussion: """
            Each topology runs once in virtual time while every write is recorded; from the \
            recording each disk is rebuilt that a kill or a loss of power may leave, opened with \
            SQLite, and compared with the commits. Exit codes: 0 only the predicted edits are \
            lost · 6 a store held wrong data · 8 the fault of --control was not caught · others \
            as lab run.
            """)

    @OptionGroup var common: WorkloadOptions

    @Option(
        help: ArgumentHelp(
            "A mode of SQLite, as wal/full; repeatable. Default: the workload's, and wal/full.",
            valueName: "journal/synchronous"),
        transform: Self.mode)
    var mode: [StoreMode] = []

    @Option(
        help: ArgumentHelp(
            "Objects that the importer saves at once, as 50,500. Default: the workload's.",
            valueName: "n[,n…]"),
        transform: Self.batches)
    var batches: [Int]?

    @Flag(
        help: """
            Five modes of SQLite, each with half, once and twice the workload's batch size, and \
            2,000 samples in each.
            """)
    var matrix = false

    @Flag(help: "A check in seconds: selected positions, 200 samples, no random kills.")
    var quick = false

    @Option(help: "Samples of torn and reordered writes. Default: 200; 2,000 with --matrix.")
    var samples: Int?

    @Option(help: "Kills at random instants, on the real clock. Default: 10; 2 with --matrix.")
    var kills: Int?

    @Option(
        help: ArgumentHelp(
            """
            Rebuild one state instead of exploring, as siblings+wal/full/P3/682/17. With the \
            report's folder before it, workload, settings, topologies and seed come from the report.
            """,
            valueName: "[folder/]run/state"))
    var replay: String?

    @Option(help: "The folder that --replay writes the state's files to.")
    var dump: String?

    @Option(
        help: ArgumentHelp(
            "Break something on purpose, to see it caught: \(Self.controls).", valueName: "name"),
        transform: Self.control)
    var control: CrashControl?

    @Flag(
        help: """
            Instead of crashes: every call of a short run made to fail, once and for good; reports \
            which callers get an error, and which edits are left to save.
            """)
    var faults = false

    @Flag(help: "Instead of crashes: stores damaged in every way, and opened by the engine.")
    var damage = false

    @Option(
        help: ArgumentHelp(
            "Only this machine's part of the runs to explore; lab merge puts the parts together.",
            valueName: "n/of"),
        transform: ShardOption.shard)
    var shard: Shard?

    @Option(help: "The folder of the report. Default: Reports/<workload>-crash.")
    var output: String?

    @OptionGroup var display: DisplayOptions
    @OptionGroup var document: DocumentOptions

    func validate() throws {
        if matrix, !mode.isEmpty {
            throw ValidationError("--matrix and --mode exclude each other: give one of them")
        }
        if matrix, quick {
            throw ValidationError("--matrix and --quick exclude each other: give one of them")
        }
        try validateReplay()
        try validateFaults()
        if let samples, !(0...1_000_000).contains(samples) {
            throw ValidationError("--samples \(samples): give a number from 0 to 1000000")
        }
        if let kills, !(0...10_000).contains(kills) {
            throw ValidationError("--kills \(kills): give a number from 0 to 10000")
        }
    }

    func run() throws {
        guard !faults, !damage else {
            try Session.run(faultRequest) { await FaultSession($0).run() }
        }
        try Session.run(request) { await CrashSession($0).run() }
    }

    /// The request that the arguments make.
    private var request: CrashRequest {
        var request = CrashRequest(common.request)
        request.modes = mode
        request.batches = batches
        request.isMatrix = matrix
        request.isQuick = quick
        request.samples = samples
        request.kills = kills
        request.control = control
        request.replay = replayed
        request.shard = shard
        request.output = output
        request.charts = common.charts
        request.isQuiet = common.quiet
        return request
    }

    private var replayed: CrashRequest.Replay? {
        guard let replay, let dump, let state = ReplayedState(replay) else { return nil }
        return CrashRequest.Replay(text: replay, state: state, folder: dump)
    }

    private var faultRequest: FaultRequest {
        var request = FaultRequest(faults ? .faults : .damage, of: common.request)
        request.modes = mode
        request.isMatrix = matrix
        request.output = output
        request.isQuiet = common.quiet
        return request
    }

    private static func mode(_ text: String) throws -> StoreMode {
        guard let mode = StoreMode(text) else {
            throw ValidationError(
                "--mode \(text): write journal/synchronous, such as wal/normal or delete/extra")
        }
        return mode
    }

    private static func batches(_ text: String) throws -> [Int] {
        let batches = text.split(separator: ",", omittingEmptySubsequences: false).map {
            Int($0).flatMap { (1...1_000_000).contains($0) ? $0 : nil }
        }
        let sizes = batches.compactMap(\.self)
        guard sizes.count == batches.count, Set(sizes).count == sizes.count else {
            throw ValidationError(
                "--batches \(text): give numbers from 1 to 1000000, each once, such as 50,500")
        }
        return sizes
    }

    private static let controls = CrashControl.allCases.map(\.rawValue).joined(separator: ", ")

    private static func control(_ text: String) throws -> CrashControl {
        guard let control = CrashControl(rawValue: text) else {
            throw ValidationError("--control \(text): give one of \(controls)")
        }
        return control
    }
}
