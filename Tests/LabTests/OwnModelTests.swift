import Foundation
import Testing

/// A model of one's own, from Xcode's file to the report, by the built command.
struct `A model of one's own` {
    private static let model = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Workloads/Models/Music.xcdatamodeld").path

    private static let shop = model.replacing("Music", with: "Shop")

    private func lab(_ arguments: String..., in folder: TemporaryFolder) async throws
        -> LabProcess.Result
    {
        var lab = LabProcess()
        lab.arguments = arguments
        lab.folder = folder.path
        return try await lab.run()
    }

    @Test func `What is written for it is well, and runs with a stack of one's own`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let written = try await lab("new", "--model", Self.model, in: folder)
        #expect(written.code == 0, "\(written.errors)")
        #expect(try await lab("lint", "Music.yaml", in: folder).code == 0)
        let prose = try await lab("explain", "Music.yaml", in: folder)
        let sentences = prose.output.replacing("\n", with: " ")
        #expect(sentences.contains("Edits are of Playlist. Lists are sorted by title."))
        let stack = try await lab("list", "--yaml", "siblings", in: folder)
        try folder.write(stack.output, to: "stack.yaml")
        let run = try await lab(
            "--workload", "Music.yaml", "--topology-file", "stack.yaml", "--topology",
            "my-siblings",
            "--set", "roles.importer.generate=200", "--set", "crash.kills=1", "--repetitions", "1",
            "--no-charts", "--quiet", "--output", folder.file("report"), in: folder)
        #expect(run.code == 0, "\(run.output) \(run.errors)")
        let crashes = ResultsFile(try folder.text("report/crashes.csv")).rows
        #expect(crashes.count == 1)
        for crash in crashes { #expect(crash["verdict"].hasPrefix("predicted")) }
    }

    @Test func `Orders with lines and tags are written, checked and crashed`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let written = try await lab("new", "--model", Self.shop, in: folder)
        #expect(written.code == 0, "\(written.errors)")
        let text = try folder.text("Shop.yaml")
        #expect(text.contains("tags: some 0..3 of 50 Tag"), "\(text)")
        #expect(text.contains("lines: new 0..5 Line"), "\(text)")
        #expect(try await lab("lint", "Shop.yaml", in: folder).code == 0)
        let result = try await lab(
            "crash", "--workload", "Shop.yaml", "--topology", "siblings", "--quick", "--set",
            "roles.importer.generate=200", "--no-charts", "--quiet", "--output", "report",
            in: folder)
        #expect(result.code == 0, "\(result.output) \(result.errors)")
        let rows = ResultsFile(try folder.text("report/crashes.csv")).rows
        #expect(rows.count > 1)
        #expect(rows.allSatisfy { $0["verdict"] != "violation" })
    }

    @Test func `A file that is there is not written over`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write("mine", to: "Music.yaml")
        let written = try await lab("new", "--model", Self.model, in: folder)
        #expect(written.code == 2)
        #expect(written.errors.contains("Music.yaml is there already"))
        #expect(try folder.text("Music.yaml") == "mine")
    }

    @Test(arguments: [
        (["--model", "none.xcdatamodeld"], 3, "none.xcdatamodeld"),
        (["--model", model, "--entity", "Trak"], 3, "the objects of “Trak” have no attribute"),
        (["--model", model, "--output", "no/folder/music.yaml"], 9, "cannot write"),
        ([], 2, "--model"),
    ])
    func `What cannot be written says why`(
        _ arguments: [String], _ code: Int32, _ message: String
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var lab = LabProcess()
        lab.arguments = ["new"] + arguments
        lab.folder = folder.path
        let result = try await lab.run()
        #expect(result.code == code)
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    @Test func `Its crash states are judged, and children are killed`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        _ = try await lab("new", "--model", Self.model, in: folder)
        let result = try await lab(
            "crash", "--workload", "Music.yaml", "--topology", "private-writer", "--quick",
            "--set", "roles.importer.generate=200", "--no-charts", "--quiet", "--output", "report",
            in: folder)
        #expect(result.code == 0, "\(result.output) \(result.errors)")
        let rows = ResultsFile(try folder.text("report/crashes.csv")).rows
        #expect(rows.count > 1)
        #expect(rows.allSatisfy { $0["verdict"] != "violation" })
    }
}
