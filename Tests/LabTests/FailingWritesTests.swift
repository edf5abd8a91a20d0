import Foundation
import Testing

/// Every write of the lab itself fails once, and from then on: each command ends in 9, and the
/// folder keeps its old content, or has all of the new run.
///
/// A case is one process after the other, in a folder of its own. The cases run beside each other:
/// each alone would keep a core waiting for minutes once all other tests are over.
struct `Writes that fail` {
    /// Loaded into the command: it counts the calls that change files below a folder, and has one
    /// fail.
    private static let library = URL(filePath: LabProcess.executable)
        .deletingLastPathComponent().appending(path: "libFailingWrites.so").path

    private enum How: String, CaseIterable {
        case once, full, kill
    }

    /// A command that writes below `out`, beside which the sound runs `a` and `b` lie.
    private struct Writer {
        var arguments: [String]
        /// Pictures, and the page that lists them, which are written after the figures' files.
        var drawsLater = false
    }

    private static let quick: [Writer] = [
        Writer(arguments: ["compare", "../a", "../b", "--output", "."]),
        Writer(arguments: ["compare", "../a", "../b", "--output", ".", "--markdown", "page.md"]),
        Writer(arguments: ["baseline", "save", "main", "../b", "--replace", "--baselines", "."]),
        Writer(arguments: ["history", "add", "../b", "--file", "history.ndjson"]),
        Writer(
            arguments: ["history", "show", "--file", "../nights", "--output", "."],
            drawsLater: true),
        Writer(arguments: ["new", "--model", "../Models/Music.xcdatamodeld"]),
    ]

    private static let run = Writer(
        arguments: [
            "--workload", WorkloadCopy.shipped.appending(path: "smoke.yaml").path, "--topology",
            "siblings", "--set", "crash.kills=0", "--quiet", "--output", ".",
        ], drawsLater: true)

    // MARK: Folders

    private func makeFolder() async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try SampleRun().write(to: folder, as: "a")
        try SampleRun().candidate().write(to: folder, as: "b")
        try FileManager.default.copyItem(
            at: WorkloadCopy.shipped.appending(path: "Models"),
            to: URL(filePath: folder.file("Models")))
        for night in ["a", "b"] {
            var add = LabProcess("history", "add", night, "--file", "nights")
            add.folder = folder.path
            _ = try await add.run()
        }
        return folder
    }

    /// The files of a folder, by path.
    private func contents(of folder: String) -> [String: Data] {
        var contents: [String: Data] = [:]
        let paths = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
        for path in paths {
            // An empty file holds nothing that a later command could mistake.
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(path)"),
                !data.isEmpty
            else { continue }
            contents[path] = data
        }
        return contents
    }

    private func restore(_ contents: [String: Data], to folder: String) throws {
        try? FileManager.default.removeItem(atPath: folder)
        for (path, data) in contents {
            let url = URL(filePath: "\(folder)/\(path)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try data.write(to: url)
        }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
    }

    // MARK: Running

    /// Runs the command with a failing call.
    ///
    /// - Returns: the result, and the number of calls if none failed.
    private func attempt(
        _ writer: Writer, in folder: TemporaryFolder, failing number: Int, _ how: How
    ) async throws -> (result: LabProcess.Result, calls: Int) {
        var lab = LabProcess(arguments: writer.arguments)
        lab.folder = folder.file("out")
        let count = folder.file("count")
        try? FileManager.default.removeItem(atPath: count)
        let resolved = try #require(realpath(folder.file("out"), nil))
        defer { free(resolved) }
        lab.environment = [
            "LD_PRELOAD": Self.library, "LAB_FAIL_FOLDER": String(cString: resolved),
            "LAB_FAIL_AT": "\(number)", "LAB_FAIL_HOW": how.rawValue, "LAB_FAIL_COUNT": count,
        ]
        let result = try await lab.run()
        let text = try? String(contentsOfFile: count, encoding: .utf8)
        return (result, text.flatMap { Int($0) } ?? 0)
    }

    /// The run of run.json and the tables; `nil` if they are of two, or of none.
    private func run(in contents: [String: Data]) -> String? {
        struct Head: Decodable { var run: String }
        guard let json = contents["run.json"],
            let head = try? JSONDecoder().decode(Head.self, from: json),
            let results = contents["results.csv"]
        else { return nil }
        let rows = ResultsFile(String(decoding: results, as: UTF8.self)).rows
        guard rows.allSatisfy({ $0["run"] == head.run }) else { return nil }
        return head.run
    }

    /// Has a command's calls fail one after the other.
    ///
    /// - Parameters:
    ///   - first: the first call that fails.
    ///   - stride: how many calls apart.
    private func tryAll(
        _ writer: Writer, _ how: How, from first: Int = 1, every stride: Int = 1
    ) async throws {
        let folder = try await makeFolder()
        defer { folder.remove() }
        let output = folder.file("out")
        try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
        if writer.arguments[0] == "--workload" {
            let older = try await attempt(writer, in: folder, failing: 0, how)
            #expect(older.result.code == 0, "\(older.result.errors)")
        }
        let before = contents(of: output)
        let sound = try await attempt(writer, in: folder, failing: 0, how)
        #expect(sound.result.code == 0, "\(sound.result.errors)")
        try #require(sound.calls > 2, "the library was not loaded, or nothing was written")
        let names = Set(contents(of: output).keys)
        for number in Swift.stride(from: first, through: sound.calls, by: stride) {
            try restore(before, to: output)
            let result = try await attempt(writer, in: folder, failing: number, how).result
            let place: Comment = "call \(number) of \(sound.calls), \(how): \(result.errors)"
            let after = contents(of: output)
            if how == .kill {
                #expect(result.isSignalled, place)
                // Run.json is there for one run, whole, or not at all.
                if after["run.json"] != nil { #expect(run(in: after) != nil, place) }
                continue
            }
            // A full disk still gives files new names.
            if how == .full, result.code == 0 { continue }
            #expect(result.code == 9, place)
            #expect(result.errors.contains("lab: error: "), place)
            #expect(result.lastLine.hasPrefix("lab: result=not-written code=9"), place)
            let isOld = after == before
            let isNew =
                writer.drawsLater && Set(after.keys).isSubset(of: names)
                && (after["run.json"] == nil || run(in: after) != nil)
            #expect(isOld || isNew, "\(place) left \(after.keys.sorted())")
        }
    }

    @Test(arguments: quick.indices, ["once", "full"])
    func `A command that writes ends with 9, and what was there is there`(
        index: Int, how: String
    ) async throws {
        try await tryAll(Self.quick[index], How(rawValue: how)!)
    }

    @Test(arguments: ["once", "full"], [1, 3])
    func `A run ends with 9, and its folder holds one run`(
        how: String, first: Int
    ) async throws {
        try await tryAll(Self.run, How(rawValue: how)!, from: first, every: 4)
    }

    @Test(arguments: [1, 4])
    func `A run that is killed while it writes leaves no mixture`(first: Int) async throws {
        try await tryAll(Self.run, .kill, from: first, every: 6)
    }
}
