import Foundation
import Testing
import lab

/// Stacks that are written in Swift, in the program `OwnStacks`: a package of one's own in small.
struct `A stack in Swift` {
    private static let executable = URL(filePath: LabProcess.executable)
        .deletingLastPathComponent().appending(path: "OwnStacks").path

    private func program(_ arguments: [String]) async throws -> LabProcess.Result {
        var process = LabProcess(arguments: arguments)
        process.executable = Self.executable
        return try await process.run()
    }

    private func run(_ stack: String, _ more: String..., in folder: TemporaryFolder) async throws
        -> LabProcess.Result
    {
        try await program(
            ["run", "--workload", "smoke", "--output", folder.file("report"), "--no-charts"]
                + ["--quiet", "--topology", stack] + more)
    }

    /// The documents' stacks, the catalogue's value for each, and the name that the value gives to
    /// a context which has none in the code.
    private static let pairs = [
        (
            "writer-behind-main",
            "private-writer:route=perform-and-wait-then-perform",
            ["parent of main": "writer"]
        ),
        ("background-tasks", "container-background", [:]),
        ("sibling-operations", "siblings:submission=operation", [:]),
        ("synchronized-child", "private-child-only", [:]),
    ]

    @Test func `In virtual time it has every figure of the catalogue's value for it`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let topologies = Self.pairs.flatMap { ["--topology", $0.0, "--topology", $0.1] }
        let result = try await program(
            ["simulate", "--workload", "smoke", "--output", folder.file("report"), "--no-charts"]
                + ["--quiet", "--device", "iphone-12", "--draws", "1"]
                // As the episode saves: the writer each time, and not at an interval.
                + ["--set", "topology.flush=immediate"] + topologies)
        #expect(result.code == 0, "\(result.errors)")
        let rows = ResultsFile(try folder.text("report/results.csv")).rows
        for (code, value, names) in Self.pairs {
            let byKey = Dictionary(
                uniqueKeysWithValues: rows.filter { $0["variant"] == code }.map { row in
                    (Self.key(of: row, names), row["value"])
                })
            let expected = rows.filter { $0["variant"] == value }
            #expect(expected.count > 1_000)
            for row in expected {
                let key = Self.key(of: row, [:])
                #expect(byKey[key] == row["value"], "\(code) and \(value): \(key)")
            }
        }
    }

    private static func key(of row: ResultsFile.Row, _ names: [String: String]) -> String {
        let role = names[row["role"]] ?? row["role"]
        return [row["repetition"], row["phase"], role, row.name].joined(separator: " · ")
    }

    @Test(arguments: pairs.map(\.0) + ["drafted-stack", "threads-of-its-own"])
    func `Measured and killed it ends with the expected data`(stack: String) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await run(stack, in: folder)
        #expect(result.code == 0, "\(result.errors)")
        #expect(result.output.contains("correct"))
        let crashes = ResultsFile(try folder.text("report/crashes.csv")).rows
        try #require(crashes.count == 1)
        #expect(crashes[0]["verdict"].hasPrefix("predicted"))
    }

    @Test func `The crash states of a writer and of background tasks are as predicted`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await program(
            ["crash", "--workload", "smoke", "--samples", "50", "--output", folder.file("report")]
                + ["--no-charts", "--quiet", "--topology", "writer-behind-main"]
                + ["--topology", "background-tasks"])
        #expect(result.code == 0, "\(result.errors) \(result.output)")
        #expect(result.output.contains("0 bad"))
    }

    @Test(arguments: [
        ("loses-a-save", Int32(6), "missing City", "DATA DIFFERS"),
        ("gives-up", 1, "OwnStacks/FaultyStacks.swift:", "TRAPPED"),
        ("works-off-its-queue", 6, "WorksOffItsQueue.performImport(_:)", "OFF ITS QUEUE"),
        ("waits-in-a-circle", 6, "main waits for import waits for main", "STUCK"),
    ])
    func `A mistake ends it with a code and words of its own`(
        stack: String, code: Int32, words: String, outcome: String
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        func run() async throws -> LabProcess.Result {
            try await self.run(
                stack, "-com.apple.CoreData.ConcurrencyDebug", "1",
                // So many touches that one comes during a batch, nearly always.
                "--set", "roles.ui.arrivals=poisson 800/s", in: folder)
        }
        var result = try await run()
        if stack == "waits-in-a-circle" {
            for _ in 0..<3 where result.code == 0 { result = try await run() }
        }
        #expect(result.code == code, "\(result.errors)")
        #expect(result.output.contains(outcome), "\(result.output)")
        #expect((result.errors + result.output).contains(words), "\(result.errors)")
    }

    @Test func `Edits that the app carries over itself are said to be unfollowed`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await run("carries-over", in: folder)
        #expect(result.errors.contains("edits of carries-over reached the store"))
    }

    @Test func `A store with syncs of its own is refused with the mode that the workload names`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await run("syncs-less", in: folder)
        #expect(result.code == 1)
        #expect(
            result.errors.contains("with synchronous OFF, and the workload says normal"),
            "\(result.errors)")
    }

    @Test func `A store of its own is refused with the call that opens the lab's`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await run("opens-elsewhere", in: folder)
        #expect(result.code == 1)
        #expect(result.errors.contains("store.open(on: coordinator)"), "\(result.errors)")
    }

    @Test(arguments: [
        ("opens-two-stores", "has opened 2 stores on one coordinator"),
        ("imports-elsewhere", "ImportsElsewhere has opened the store with"),
    ])
    func `A store beside the lab's is refused, also behind a coordinator that comes late`(
        _ stack: String, words: String
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await run(stack, in: folder)
        #expect(result.code == 1)
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(folder.names == [])
    }

    @Test func `A flush that is answered twice ends the run with what to do`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await run("flushes-twice", in: folder)
        #expect(result.code == 1)
        #expect(result.errors.contains("called “done” twice for one flush"), "\(result.errors)")
    }

    // The trials would be those of a stack of fields with its contexts, under its name.
    @Test func `Faults are not tried on it`() async throws {
        let result = try await program(
            ["crash", "--faults", "--workload", "smoke", "--topology", "background-tasks"])
        #expect(result.code == 2)
        #expect(result.errors.contains("background-tasks is written in Swift"))
    }

    @Test func `It is listed, drawn as it has shown itself, and promises nothing`() async throws {
        let list = try await program(["list"])
        #expect(list.output.contains("writer-behind-main"))
        let explained = try await program(["explain", "writer-behind-main"])
        #expect(explained.code == 0, "\(explained.errors)")
        #expect(explained.output.contains("parent of main"))
        #expect(explained.output.contains("makes no promise"))
        let field = try await program(
            ["run", "--workload", "smoke", "--topology", "writer-behind-main:flush=1s"])
        #expect(field.code == 2)
    }

    @Test func `The package that new writes has the class that is compiled here`() throws {
        let source = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "OwnStacks/Drafted/DraftedStack.swift")
        let draft = StackDraft("DraftedStack")
        #expect(try String(contentsOf: source, encoding: .utf8) == draft.stack)
        let manifest = draft.files(clone: "/clone/of/lab")[0].text
        #expect(manifest.contains(#".package(name: "lab", path: "/clone/of/lab")"#))
    }

    @Test func `New writes a package once, and only under the name of a type`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let names: [(String, Int32)] = [
            ("shop", 2), ("PrivateWriter", 2), ("ShopStack", 0), ("ShopStack", 2),
        ]
        for (name, code) in names {
            var lab = LabProcess("new", "--stack", name)
            lab.folder = folder.path
            let result = try await lab.run()
            #expect(result.code == code, "\(result.errors)")
        }
        #expect(try folder.text("ShopStack/Sources/ShopStack/main.swift").contains("Lab.main"))
    }
}
