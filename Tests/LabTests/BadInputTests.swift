import Foundation
import Testing

/// Mistakes that are found before anything runs.
///
/// Each gives an error with the wrong word and the remedy, its exit code, and no files.
struct `Bad input` {
    /// Runs a command line that must fail before it writes anything.
    private func expect(
        _ code: Int32, naming words: String..., arguments: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var lab = LabProcess()
        lab.arguments = arguments
        lab.folder = folder.path
        let result = try await lab.run()
        #expect(result.code == code, "\(result.errors)", sourceLocation: sourceLocation)
        for word in words {
            #expect(result.errors.contains(word), sourceLocation: sourceLocation)
        }
        #expect(
            result.lastLine.contains("code=\(code) report=none"), sourceLocation: sourceLocation)
        #expect(folder.names == [], sourceLocation: sourceLocation)
    }

    /// Runs a spoiled copy of the smoke workload, which must fail as an invalid file.
    private func expectInvalid(
        _ old: String, _ new: String, in name: String = "smoke.yaml", naming words: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let copy = try WorkloadCopy()
        defer { copy.folder.remove() }
        try copy.replace(old, by: new, in: name)
        let result = try await LabProcess("--workload", copy.workload, "--output", "out").run()
        #expect(result.code == 3, "\(result.errors)", sourceLocation: sourceLocation)
        for word in words {
            #expect(
                result.errors.contains(word), "\(result.errors)", sourceLocation: sourceLocation)
        }
        #expect(!FileManager.default.fileExists(atPath: copy.folder.file("out")))
    }

    // MARK: Options

    @Test func `An unknown workload is answered with the nearest`() async throws {
        try await expect(
            2, naming: "“smok”", "did you mean “smoke”?", arguments: ["--workload", "smok"])
    }

    @Test func `An unknown topology is answered with the nearest`() async throws {
        try await expect(
            2, naming: "“sibling”", "did you mean “siblings”?",
            arguments: ["--workload", "smoke", "--topology", "sibling"])
    }

    @Test func `An unknown field of a topology is answered with the nearest`() async throws {
        try await expect(
            2, naming: "“flsh”", "did you mean “flush”?",
            arguments: ["--workload", "smoke", "--topology", "private-writer:flsh=1s"])
    }

    @Test func `A value that a topology's field cannot have is named with those it can`()
        async throws
    {
        try await expect(
            2, naming: "pool", "“many”",
            arguments: ["--workload", "smoke", "--topology", "siblings:pool=many"])
    }

    @Test func `A setting of an unknown key is answered with the nearest`() async throws {
        try await expect(
            2, naming: "roles.importer.btch", "did you mean “batch”?",
            arguments: ["--workload", "smoke", "--set", "roles.importer.btch=100"])
    }

    @Test func `A setting without a value is a mistake of usage`() async throws {
        try await expect(
            2, naming: "--set seed", "key=value",
            arguments: ["--workload", "smoke", "--set", "seed"])
    }

    @Test func `A limit on an unknown metric is answered with the nearest`() async throws {
        try await expect(
            2, naming: "main.dely.p99",
            arguments: ["--workload", "smoke", "--limit", "main.dely.p99<100ms"])
    }

    @Test func `Two options that exclude each other are an error`() async throws {
        try await expect(
            2, naming: "--no-charts", "--require-charts", "exclude",
            arguments: ["--workload", "smoke", "--no-charts", "--require-charts"])
    }

    @Test func `One topology asked for twice is an error`() async throws {
        try await expect(
            2, naming: "given twice",
            arguments: [
                "--workload", "smoke", "--topology", "siblings", "--topology", "siblings",
            ])
    }

    @Test func `No repetition is no run`() async throws {
        try await expect(
            2, naming: "--repetitions 0", arguments: ["--workload", "smoke", "--repetitions", "0"])
    }

    @Test func `An unknown option is a mistake of usage`() async throws {
        try await expect(
            2, naming: "--topolgy", arguments: ["--workload", "smoke", "--topolgy", "siblings"])
    }

    @Test func `A command without a workload says what it lacks`() async throws {
        try await expect(2, naming: "--workload", arguments: [])
    }

    // MARK: Files

    @Test func `An unknown key of a workload is told with its place`() async throws {
        try await expectInvalid(
            "save: after-edit", "saves: after-edit", naming: "smoke.yaml:14:", "“saves”")
    }

    @Test func `A quantity without its unit is told with its place`() async throws {
        try await expectInvalid("pace: 30ms", "pace: 30", naming: "smoke.yaml:13:", "“30”", "ms")
    }

    @Test func `Weights that miss one are told with their sum`() async throws {
        try await expectInvalid("delete: 0.1", "delete: 0.2", naming: "smoke.yaml:14:", "1.1")
    }

    @Test func `A limit of a workload with the wrong unit is told with its place`() async throws {
        try await expectInvalid("< 250ms", "< 250MiB", naming: "smoke.yaml:23:", "“250MiB”")
    }

    @Test func `A missing data file is named`() async throws {
        try await expectInvalid(
            "Data/cities-10k.jsonl", "Data/towns.jsonl", naming: "smoke.yaml:13:",
            "Data/towns.jsonl")
    }

    @Test func `A data line that is no JSON is told with its number`() async throws {
        try await expectInvalid(
            #"{"id":"#, #"{"id" "#, in: "Data/cities-10k.jsonl", naming: "cities-10k.jsonl:1:",
            "line 1", "JSON")
    }

    @Test func `A workload whose entity the model lacks is answered with the nearest`() async throws
    {
        try await expectInvalid(
            "entity: City", "entity: Citty", naming: "smoke.yaml:13:", "“Citty”", "“City”")
    }

    @Test func `A model that cannot hold a value of the content is told its line`() async throws {
        try await expectInvalid(
            #"<attribute name="title" attributeType="String"/>"#,
            #"<attribute name="title" attributeType="Integer 64"/>"#,
            in: WorkloadCopy.model, naming: "Atlas.content.yaml:", "Note.title cannot hold")
    }

    @Test func `A model that names a missing entity is told with the line`() async throws {
        try await expectInvalid(
            #"destinationEntity="Country""#, #"destinationEntity="Land""#,
            in: WorkloadCopy.model, naming: "contents:", "Land")
    }

    // MARK: Output

    @Test func `An output folder that cannot be made ends with 9 before anything runs`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write("", to: "file")
        let output = folder.file("file") + "/report"
        let result = try await LabProcess("--workload", "smoke", "--output", output).run()
        #expect(result.code == 9)
        #expect(result.errors.contains(folder.file("file")))
        #expect(result.errors.contains("--output"))
        #expect(result.lastLine.contains("result=not-written code=9"))
    }

    @Test func `A folder for stores that cannot be made ends with 9 before anything runs`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write("", to: "file")
        let result = try await LabProcess(
            "--workload", "smoke", "--output", folder.file("out"), "--keep-stores",
            folder.file("file") + "/stores"
        ).run()
        #expect(result.code == 9)
        #expect(result.errors.contains("--keep-stores"))
    }
}
