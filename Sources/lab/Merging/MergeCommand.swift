import ArgumentParser
import Foundation
import Reporting
import Results
import Verdicts

/// `lab merge`: shards that several machines have run, as one result.
struct MergeCommand: DisplayingCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Put the shards of a suite, a simulation, a study or an exploration together.",
        discussion: """
            A suite has one folder, one page and one exit code then; the others the report that \
            one machine writes, a simulation and explored crashes byte for byte. Exit codes: the \
            gravest of all runs · 2 usage, a run that two shards have · 7 shards of different \
            suites, numbers of repetitions or draws, commits or builds, and runs that no shard \
            has · 9 something could not be written.
            """)

    @Argument(help: ArgumentHelp("The shards' folders.", valueName: "dir"))
    var shards: [String]

    @Option(
        help: """
            The folder of the whole. Default: the one that a single machine writes to.
            """)
    var output: String?

    @Flag(help: "Draw no charts.")
    var noCharts = false

    @Option(
        help: ArgumentHelp("Add each run's figures to a history.", valueName: "file"))
    var history: String?

    @OptionGroup var display: DisplayOptions

    func run() throws {
        CommandFailure.ended {
            if PartFolders<WorkloadResult>.isPart(shards[0]) { return try mergeSimulation() }
            if PartFolders<CrashResult>.isPart(shards[0]) { return try mergeCrashes() }
            if PartFolders<StudyResult>.isPart(shards[0]) { return try mergeStudy() }
            let devices = PartFolders<WorkloadResult>.partsInside(shards[0])
            if let device = devices.first {
                throw CommandFailure(
                    .usage,
                    "\(shards[0]) has a part for each of \(TextLines.list(devices)): merge those "
                        + "of one device, as lab merge "
                        + shards.map { "\($0)/\(device)" }.joined(separator: " "))
            }
            try Self.requireSuite(in: shards[0])
            return try merge()
        }
    }

    /// Refuses a folder with nothing to merge in words that fit every kind of part.
    private static func requireSuite(in folder: String) throws {
        let files = FileManager.default
        guard !files.fileExists(atPath: ReportFolder(path: folder).suiteFile) else { return }
        let file = URL(filePath: folder).appending(path: ResultFile.name).path
        guard files.fileExists(atPath: file) else {
            throw CommandFailure(
                .usage,
                "\(folder) holds no part of a suite, a simulation, a study or an exploration: name "
                    + "the folders that --shard wrote to")
        }
        throw CommandFailure(
            .incomparable,
            "\(file) is no part of a result: it is whole, cut off, or of another lab; name the "
                + "folders that --shard wrote to")
    }

    private func mergeCrashes() throws -> RunOutcome {
        try refuseHistory(of: "crashes")
        let merge = try CrashMerge(shards)
        let folder = ReportFolder(path: output ?? "Reports/\(merge.result.head.workload)-crash")
        let lock = try folder.claim()
        defer { lock.release() }
        return CrashEnding(charts: ChartRequest(areDrawn: !noCharts), control: merge.control)
            .end(merge.result, to: folder) { merge.result.head.isInterrupted }
    }

    private func mergeStudy() throws -> RunOutcome {
        try refuseHistory(of: "a study")
        let merge = try StudyMerge(shards)
        let device = merge.result.simulated.map { "-\($0.name)" } ?? ""
        let folder = ReportFolder(path: output ?? "Reports/study-\(merge.result.study)\(device)")
        let lock = try folder.claim()
        defer { lock.release() }
        return StudySession.end(
            StudyJudgement(merge.study, merge.result), to: folder, drawsCharts: !noCharts
        ) { false }
    }

    private func refuseHistory(of what: String) throws {
        guard history != nil else { return }
        throw CommandFailure(
            .usage, "--history takes runs of a suite or a simulation: leave it out for \(what)")
    }

    private func mergeSimulation() throws -> RunOutcome {
        let merge = try SimulationMerge(shards)
        let gating = try merge.gating()
        let result = try merge.result(bounds: gating.bounds)
        let folder = ReportFolder(
            path: output
                ?? SimulationSelection.folder(
                    of: result.workload, on: result.simulated?.name ?? "", sweep: result.sweep))
        let lock = try folder.claim()
        defer { lock.release() }
        var ending = SessionEnding([ExitCode(of: result)])
        ending.write(folder.page, warnings: result.warnings) {
            try folder.write(
                result, operations: merge.operations, drawsCharts: !noCharts)
        }
        ending.say(result.topologies.map { ($0.variant, $0.failure) })
        Console.show(SummaryText.text(of: result, width: Console.width) + "\n")
        if let history { ending.attempt { try HistoryAddition.add([folder.path], to: history) } }
        let comparison = ending.judge(ResultFigures(result), by: gating, to: folder)
        return ending.finish(result: result, comparison: comparison)
    }

    private func merge() throws -> RunOutcome {
        let records = try shards.map { try SuiteRecord.read(ReportFolder(path: $0).suiteFile) }
        var merged = records[0]
        for (shard, record) in zip(shards, records).dropFirst() {
            try Self.check(record, of: shard, beside: merged)
            for entry in record.entries { merged.add(entry) }
            merged.started = min(merged.started, record.started)
        }
        let folder = ReportFolder(path: output ?? merged.usualFolder)
        let lock = try folder.claim()
        defer { lock.release() }
        for (shard, record) in zip(shards, records) {
            for entry in record.entries { try Self.copy(entry.name, from: shard, to: folder) }
        }
        try folder.write(merged)
        var ending = SessionEnding(
            merged.entries.compactMap { Verdicts.ExitCode(rawValue: $0.code) }, page: folder.index)
        if let history {
            ending.attempt {
                try HistoryAddition.add(
                    merged.entries.map { folder.path + "/" + $0.name }, to: history)
            }
        }
        if !merged.missing.isEmpty {
            ending.add(.incomparable)
            Console.note(
                "lab: error: the suite is not complete: no shard has "
                    + TextLines.list(merged.missing))
        }
        for entry in merged.entries {
            Console.show("\(entry.name)  \(entry.word)\(entry.verdict.map { ", \($0)" } ?? "")")
        }
        return ending.finish()
    }

    private static func check(
        _ record: SuiteRecord, of shard: String, beside merged: SuiteRecord
    ) throws {
        for (what, first, second) in [
            // Its digest is that of all that a run's figures rest on.
            ("suite, or of other --repetitions or --draws", merged.digest, record.digest),
            ("commit", merged.commit, record.commit), ("build", merged.build, record.build),
        ] where first != second {
            throw CommandFailure(
                .incomparable,
                "\(shard) is of another \(what): \(second.prefix(12)), and not \(first.prefix(12))")
        }
        for entry in record.entries
        where merged.entries.contains(where: { $0.name == entry.name }) {
            throw CommandFailure(
                .usage, "two shards have run \(entry.name): leave \(shard) or the other out")
        }
    }

    /// Copies a run's folder, and replaces an earlier copy.
    private static func copy(_ name: String, from shard: String, to folder: ReportFolder) throws {
        let source = URL(filePath: shard).appending(path: name)
        let target = URL(filePath: folder.path).appending(path: name)
        guard source.standardizedFileURL.path != target.standardizedFileURL.path else { return }
        guard FileManager.default.fileExists(atPath: source.path) else {
            // The run ended before it had written anything; its code gives the reason.
            return
        }
        // All of it before the earlier one goes: half a run looks like a whole one.
        let partial = URL(filePath: folder.path).appending(path: ".\(name).\(getpid()).partial")
        do {
            try FileManager.default.copyItem(at: source, to: partial)
            if FileManager.default.fileExists(atPath: target.path) {
                try FileManager.default.removeItem(at: target)
            }
            try FileManager.default.moveItem(at: partial, to: target)
        } catch {
            try? FileManager.default.removeItem(at: partial)
            throw CommandFailure(
                .notWritten,
                "\(source.path) cannot be copied to \(target.path): \(error.localizedDescription)")
        }
    }
}
