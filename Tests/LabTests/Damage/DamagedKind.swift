import Foundation
import Results
import Verdicts

/// A kind of file that the command reads: sound ones, and the commands that read one.
enum DamagedKind: String, CaseIterable, Sendable {
    case workload, topology, study, suite, model, data
    case result, noiseFloor, history

    /// Whether `lab lint` reads it, many in one process.
    var isLinted: Bool {
        switch self {
        case .workload, .topology, .study, .suite, .model, .data: true
        case .result, .noiseFloor, .history: false
        }
    }

    /// The commands that read one file of the kind: `FILE` stands for it, `SOUND` for the folder of
    /// sound files.
    var commands: [[String]] {
        switch self {
        case .workload: [["explain", "FILE"], ["operations", "FILE"]]
        case .topology: [["explain", "FILE"], ["list", "--topology-file", "FILE"]]
        case .study: [["lint", "FILE"]]
        case .suite: [["suite", "FILE", "--dry-run"]]
        case .model: [["new", "--model", "FILE", "--output", "FILE.new.yaml"]]
        case .data: [["lint", "FILE"]]
        case .result:
            [
                ["compare", "SOUND/sound", "FILE", "--output", "FILE/out"],
                ["compare", "FILE", "SOUND/sound", "--output", "FILE/out"],
                [
                    "compare", "FILE", "FILE", "--output", "FILE/out", "--fail-on",
                    "main.busy.total:5%",
                ],
                ["history", "add", "FILE", "--file", "FILE/history.ndjson"],
                ["baseline", "save", "a", "FILE", "--baselines", "FILE/baselines"],
                ["baseline", "show", "FILE"],
            ]
        case .noiseFloor:
            [
                [
                    "compare", "SOUND/sound", "SOUND/sound", "--output", "FILE.out",
                    "--noise-floor", "FILE",
                ]
            ]
        case .history:
            [["history", "show", "--file", "FILE", "--output", "FILE.out", "--no-charts"]]
        }
    }
}

/// Sound files of each kind, in a folder that damaged ones are put beside.
struct SoundInputs: Sendable {
    let folder: TemporaryFolder
    private let originals: [DamagedKind: [[UInt8]]]
    /// A workload for each model, with `MODEL` for its path.
    private let workloads: [String]
    private let dataWorkload: String

    /// Enough for what smoke imports, and little to read for thousands of cases.
    private static let lines = 300

    init() async throws {
        // Closures may not see the properties before all of them are set.
        let folder = try TemporaryFolder()
        self.folder = folder
        let shipped = WorkloadCopy.shipped
        let files = FileManager.default
        try files.copyItem(
            at: shipped.appending(path: "Models"), to: URL(filePath: folder.file("Models")))
        try files.createDirectory(atPath: folder.file("Data"), withIntermediateDirectories: true)
        for name in ["cities-10k.jsonl", "countries.jsonl"] {
            let text = try String(
                contentsOf: shipped.appending(path: "Data").appending(path: name), encoding: .utf8)
            try folder.write(
                text.split(separator: "\n").prefix(Self.lines).joined(separator: "\n") + "\n",
                to: "Data/" + name)
        }
        func texts(_ place: String, _ suffix: String) throws -> [[UInt8]] {
            let names = try files.contentsOfDirectory(atPath: shipped.appending(path: place).path)
            return try names.sorted().filter { $0.hasSuffix(suffix) }.map {
                Array(try Data(contentsOf: shipped.appending(path: place).appending(path: $0)))
            }
        }
        var sound: [DamagedKind: [[UInt8]]] = [:]
        let suites = try texts("", ".suite.yaml")
        sound[.suite] = suites
        sound[.workload] = try texts("", ".yaml").filter { !suites.contains($0) }.map { bytes in
            // As many lines as there are.
            let text = String(decoding: bytes, as: UTF8.self)
            return Array(text.replacing(/take: [0-9]+/, with: "take: \(Self.lines)").utf8)
        }
        sound[.study] = try texts("Studies", ".study.yaml")
        sound[.data] = [
            Array(
                try folder.text("Data/cities-10k.jsonl").split(separator: "\n").prefix(20)
                    .joined(separator: "\n").utf8)
        ]
        sound[.topology] = []
        for name in ["siblings", "private-writer:flush=1s", "child-of-main"] {
            let file = try await LabProcess("list", "--yaml", name).run()
            sound[.topology]?.append(Array(file.output.utf8))
        }
        let smoke = try String(contentsOf: shipped.appending(path: "smoke.yaml"), encoding: .utf8)
        dataWorkload = smoke.replacing("Data/cities-10k.jsonl, take: 200", with: "DATA")
        let music = try await LabProcess(
            "new", "--model", folder.file("Models/Music.xcdatamodeld"), "--output",
            folder.file("music.yaml")
        ).run()
        guard music.code == 0 else { throw WorkloadCopy.Missing(text: music.errors, file: "Music") }
        workloads = [
            smoke.replacing("Models/Atlas.xcdatamodeld", with: "MODEL"),
            try folder.text("music.yaml").replacing("Models/Music.xcdatamodeld", with: "MODEL"),
        ]
        sound[.model] = try ["Atlas", "Music"].map {
            Array(try folder.text("Models/\($0).xcdatamodeld/\($0).xcdatamodel/contents").utf8)
        }
        try Self.addRuns(to: &sound, in: folder)
        originals = sound
    }

    /// What `lab run`, `lab doctor` and `lab history` write.
    private static func addRuns(
        to sound: inout [DamagedKind: [[UInt8]]], in folder: TemporaryFolder
    ) throws {
        let run = SampleRun(session: "s")
        try run.write(to: folder, as: "sound")
        var short = run
        short.noise = Array(SampleRun.noise.prefix(2))
        sound[.result] = try [run, short].map { Array(try JSONEncoder.ordered.encode($0.result)) }
        let result = ResultFigures(run.result)
        let shares = ["main.busy.total", "main.delay.p99"].map {
            ($0, NoiseFloor.Shares(paired: 0.02, unpaired: 0.05))
        }
        sound[.noiseFloor] = [
            Array(
                try JSONEncoder.ordered.encode(
                    NoiseFloor(
                        machine: .init(of: result), comparisons: 5,
                        shares: Dictionary(uniqueKeysWithValues: shares))))
        ]
        var nights: [UInt8] = []
        for night in 1...12 {
            var run = run
            run.started = "2026-01-\(night < 10 ? "0" : "")\(night)T02:00:00Z"
            run.factors = ["main.busy.total": night < 6 ? 1 : 1.4]
            let records = HistoryRecord.records(of: ResultFigures(run.result))
            nights += try HistoryText.addition(of: records, endsInLine: false)
        }
        sound[.history] = [nights]
    }

    /// Writes the damaged file of a case.
    ///
    /// - Returns: the file that a command gets, and the file that `lab lint` gets.
    func write(_ damaged: [UInt8], of kind: DamagedKind, original: Int, as name: String) throws -> (
        file: String, linted: String
    ) {
        func put(_ bytes: [UInt8], _ path: String) throws -> String {
            let url = URL(filePath: folder.file(path))
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: url)
            return url.path
        }
        switch kind {
        case .workload, .topology, .study, .suite:
            let suffix = kind == .study ? ".study.yaml" : kind == .suite ? ".suite.yaml" : ".yaml"
            let file = try put(damaged, name + suffix)
            return (file, file)
        case .model:
            _ = try put(damaged, "\(name).xcdatamodeld/\(name).xcdatamodel/contents")
            // For the workload that has no content of its own.
            let content = try folder.text("Models/Atlas.content.yaml")
                .replacing("../Data", with: "Data")
            _ = try put(Array(content.utf8), "\(name).content.yaml")
            let text = workloads[original].replacing("MODEL", with: "\(name).xcdatamodeld")
            let linted = try put(Array(text.utf8), name + ".yaml")
            return (folder.file("\(name).xcdatamodeld"), linted)
        case .data:
            // Beside the countries that the workload finds there.
            _ = try put(damaged, "Data/\(name).jsonl")
            let text = dataWorkload.replacing("DATA", with: "Data/\(name).jsonl")
            let linted = try put(Array(text.utf8), name + ".yaml")
            return (linted, linted)
        case .result:
            _ = try put(damaged, "\(name)/run.json")
            return (folder.file(name), folder.file(name))
        case .noiseFloor, .history:
            let file = try put(damaged, name + ".json")
            return (file, file)
        }
    }

    func originals(of kind: DamagedKind) -> [[UInt8]] { originals[kind]! }
}
