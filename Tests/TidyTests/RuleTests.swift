import Testing

/// Each rule catches the violations that it is made for, and nothing that only looks like one.
@Suite struct RuleTests {
    private static func found(
        _ rule: TidyRule, _ text: String, path: String = "Sources/Topologies/Stack.swift"
    ) -> [Int] {
        rule.check(SourceFile(path: path, text: text)).map(\.line)
    }

    private static func lines(_ count: Int, _ line: String = "let a = 1") -> String {
        Array(repeating: line, count: count).joined(separator: "\n") + "\n"
    }

    @Test func `A file of 601 lines is too long`() {
        #expect(Self.found(.fileLength, Self.lines(601)) == [601])
        #expect(Self.found(.fileLength, Self.lines(600)) == [])
    }

    @Test func `A line of 101 columns is too long, in Swift and in C`() {
        let text = "let a = 1\n// " + String(repeating: "x", count: 98) + "\n"
        #expect(Self.found(.lineLength, text) == [2])
        #expect(Self.found(.lineLength, text, path: "Sources/CProcess/include/a.h") == [2])
        let drawn = "// " + String(repeating: "█", count: 97) + "\n"
        #expect(Self.found(.lineLength, drawn) == [])
    }

    @Test(arguments: [
        "func f<T>(_ a: () -> Void = {}) -> T where T: Equatable", "init?()", "deinit",
    ])
    func `A function of 71 lines is too long`(head: String) {
        let long = "struct A {\n\(head) {\n\(Self.lines(69))}\n}\n"
        #expect(Self.found(.functionLength, long) == [2])
        let short = "struct A {\n\(head) {\n\(Self.lines(68))}\n}\n"
        #expect(Self.found(.functionLength, short) == [])
    }

    @Test func `A requirement has no body, whatever comes after it`() {
        let text = "protocol A {\nfunc a()\ninit()\n}\nlet b = [\n\(Self.lines(80, "1,"))].map {}\n"
        #expect(Self.found(.functionLength, text) == [])
    }

    @Test func `A second type of a file is found, private ones and nested ones are not`() {
        let text = """
            struct A { enum Inner {} }
            private final class B {}
            extension A { struct Other {} }
            package final class C {}
            """
        #expect(Self.found(.oneType, text) == [4])
        #expect(Self.found(.oneType, "struct A { class func f() {} }\n") == [])
        #expect(Self.found(.oneType, text, path: "Tests/ATests/A.swift") == [])
    }

    @Test func `A folder that says nothing is found`() {
        #expect(Self.found(.folders, "", path: "Sources/Runs/Utils/Strings.swift") == [1])
        #expect(Self.found(.folders, "", path: "Sources/Runs/Watching/Utils.swift") == [])
    }

    @Test(arguments: ["// TODO: later", "// TODO", "/* TODO() */", "/// FIXME(reason) now"])
    func `A to-do without a reason, and anything to fix, is found`(comment: String) {
        #expect(Self.found(.toDo, "let a = 1\n\(comment)\n") == [2])
    }

    @Test func `A to-do with its reason stays`() {
        #expect(Self.found(.toDo, "// TODO(when SQLite 3.50 is in Debian): use it\n") == [])
        #expect(Self.found(.toDo, "let a = \"TODO\"\n") == [])
    }

    @Test func `A testable import is found, and a trap without a sentence`() {
        #expect(Self.found(.testable, "@testable import CoreData\n") == [1])
        #expect(Self.found(.testable, "import CoreData // @testable\n") == [])
        #expect(Self.found(.emptyTrap, "fatalError()\npreconditionFailure( )\n") == [1, 2])
        #expect(Self.found(.emptyTrap, "fatalError(\"the rule\")\nfatalError(text)\n") == [])
    }

    @Test func `A metric, a cause and a verdict that are spelled out are found`() {
        let tables = [
            "let a = Metric(\"main.busy\")\nMetric(\"operation.\\($0.rawValue)\")",
            "case importBatch = \"import-batch\"\ncase save", "case violation = \"violation\"",
        ]
        let rule = TidyRule.vocabulary(tables)
        let text = """
            let a = "main.busy.total"
            let b = ["main.busy", "main.busyness", "save"]
            if kind == "import-batch" { verdict = "violation" }
            // "main.busy" in a comment
            let c = "operation.edit"
            """
        #expect(Self.found(rule, text) == [1, 2, 3, 3, 5])
        #expect(Self.found(rule, text, path: "Tests/ATests/A.swift") == [])
    }

    @Test func `Arguments that something else than a command reads or makes are found`() {
        let text = "import ArgumentParser\nlet a = try RunCommand.parse(arguments)\n"
        let session = "Sources/lab/Suite/SuiteSession.swift"
        #expect(Self.found(.argumentsAtTheDoor, text, path: session) == [1, 2])
        let command = "Sources/lab/Suite/SuiteCommand.swift"
        #expect(Self.found(.argumentsAtTheDoor, text, path: command) == [2])
        #expect(Self.found(.argumentsAtTheDoor, text) == [])
        let request = "let a = RunRequest(work)\nlet b = try Workload.parse(text)\n"
        #expect(Self.found(.argumentsAtTheDoor, request, path: session) == [])
    }

    @Test func `Public is found outside of CoreData`() {
        let text = "public struct A {}\nopen class B {}\npackage let open = open(path)\n"
        #expect(Self.found(.publicOnlyAtTheFaces, text) == [1, 2])
        let core = "Sources/CoreData/Objects/NSManagedObject.swift"
        #expect(Self.found(.publicOnlyAtTheFaces, text, path: core) == [])
    }

    @Test func `Printing is found outside of lab, other calls of that name are not`() {
        #expect(Self.found(.printOnlyInLab, "print(1)\ndebugPrint(2)\n") == [1, 2])
        #expect(Self.found(.printOnlyInLab, "print(1)\n", path: "Sources/lab/Run.swift") == [])
        #expect(Self.found(.printOnlyInLab, "printer.print(1)\n// print(2)\n") == [])
        #expect(Self.found(.printOnlyInLab, "func print(_ a: Int) {}\nprint(1)\n") == [])
        #expect(Self.found(.printOnlyInLab, "let a = \"\\(print(1))\"\n") == [1])
    }

    @Test(arguments: [
        "DispatchQueue.main.async {}", "let a = DispatchSemaphore(value: 0)", "Thread.current",
        "let a = Timer()", "RunLoop.main.run()", "OperationQueue()", "let a = Date()",
        "Date.now", "clock_gettime(CLOCK_MONOTONIC, &a)", "sleep(1)", "usleep(1)",
        "var a = SystemRandomNumberGenerator()", "Int.random(in: 0..<3)", "Bool.random()",
        "names.shuffled()", "names.randomElement()", "@MainActor func f() {}", "Task { f() }",
        "Task.detached { f() }", "try await Task.sleep(for: .seconds(1))",
        "ContinuousClock().now", "let a = \"\\(Date())\"",
    ])
    func `What engine code never does is found, with its replacement`(line: String) {
        let file = SourceFile(path: "Sources/Topologies/Stack.swift", text: "\n\(line)\n")
        let violations = TidyRule.engineBans.check(file)
        #expect(violations.first?.line == 2)
        #expect(violations.first?.message.contains(": ") == true)
        let seam = SourceFile(path: "Sources/Execution/Clock.swift", text: line)
        #expect(TidyRule.engineBans.check(seam).isEmpty)
    }

    @Test(arguments: [
        "let now = execution.now", "Int.random(in: 0..<3, using: &stream)",
        "names.shuffled(using: &stream)", "// DispatchQueue.main", "let a = \"Date()\"",
        "func `Date() is banned`() {}", "Date(timeIntervalSinceReferenceDate: 0)",
        "group.addTask { f() }", "let a: Task<Void, Never>", "let timer: any ExecutionTimer",
    ])
    func `What only looks like it is left alone`(line: String) {
        #expect(Self.found(.engineBans, line) == [])
    }

    private static let articles = [
        Article(path: "Sources/lab/lab.docc/Command.md", text: "# The command\n## Exit codes\n")
    ]

    @Test(arguments: [
        "// Command.md, “Exit codes”", "/// The codes (Command.md, “Exit\n/// codes”) end it.",
        "let a = \"Command.md, “Colours”\"", "/// `report.md`, and Command.md has more",
    ])
    func `A citation of a heading that is there stays`(text: String) {
        #expect(Self.found(.citations(of: Self.articles), text) == [])
    }

    @Test(arguments: [
        "// Command.md, “Colours”", "/// Commands.md, “Exit codes”",
        "/// The codes (Command.md, “Exit\n/// signs”) end it.",
    ])
    func `A citation of a heading that is not there is found`(text: String) {
        #expect(Self.found(.citations(of: Self.articles), "let a = 1\n" + text) == [2])
        let yaml = "schema: 1\n# Command.md, “Colours”\n"
        #expect(Self.found(.citations(of: Self.articles), yaml, path: "Workloads/a.yaml") == [2])
    }

    @Test func `A citation of a paper outside of the tree is found`() {
        #expect(Self.found(.lostPapers, "let a = 1 // see DESIGN §7\n/// STYLE 27.\n") == [1, 2])
        #expect(Self.found(.lostPapers, "/// The design, in style.\nlet DESIGN = 1\n") == [])
    }

    @Test func `Every ban names a replacement`() {
        for ban in TidyRule.bans { #expect(!ban.replacement.isEmpty && !ban.tokens.isEmpty) }
    }
}
