import Documents
import Foundation
import Testing
import Topologies

@Suite struct TopologyFileTests {
    /// A topology that uses every key.
    static let text = """
        schema: 1
        name: mine
        origin: my app
        contexts:
          - { name: writer, queue: private }
          - { name: main, queue: main, parent: writer, merge-policy: object-trump }
          - { name: worker, queue: private, parent: main, saves: on-request }
          - { name: other, queue: private, parent: coordinator 2, generation: pinned }
        roles: { ui: main, importer: worker, sync: other }
        routes:
          worker: wait main then enqueue writer
          main: enqueue writer
        route-style: perform-in-perform
        merges:
          - { from: other, to: main, mode: object-ids, by: perform-and-wait }
        flush: every 2s
        save-only-if-changed: false
        coordinators: 2
        pool: 3
        submission: async
        history: keep
        """

    private func issues(_ old: String, _ new: String) throws -> [DocumentError.Issue] {
        try #require(Self.text.contains(old))
        let spoiled = Self.text.replacing(old, with: new)
        let error = try #require(throws: DocumentError.self) {
            try TopologyFile.parse(spoiled, file: "stack.yaml")
        }
        return error.issues
    }

    @Test func `Every key of a file arrives in the topology`() throws {
        let topology = try TopologyFile.parse(Self.text, file: "stack.yaml").topology
        #expect(
            topology
                == Topology(
                    name: "mine", origin: "my app",
                    contexts: [
                        ContextLayout("writer", .private),
                        ContextLayout(
                            "main", .main, on: .context("writer"), mergePolicy: .objectTrump),
                        ContextLayout("worker", .private, on: .context("main")),
                        ContextLayout(
                            "other", .private, on: .coordinator(2), generation: .pinned),
                    ],
                    roles: [.ui: "main", .importer: "worker", .sync: "other"],
                    routes: [
                        SaveRoute(
                            from: "worker", [.init(.wait, "main"), .init(.enqueue, "writer")]),
                        SaveRoute(from: "main", [.init(.enqueue, "writer")]),
                    ], routeStyle: .performInPerform,
                    merges: [
                        MergeRule(from: "other", to: "main", mode: .objectIDs, by: .performAndWait)
                    ],
                    flush: .every(.seconds(2)), savesOnlyIfChanged: false, coordinators: 2,
                    poolSize: 3, history: .keep, submission: .async))
    }

    @Test(arguments: TopologyCatalogue.all)
    func `Each topology of the catalogue, written as a file, reads back equal`(
        _ topology: Topology
    ) throws {
        let text = TopologyWriter(topology).text
        #expect(try TopologyFile.parse(text, file: "file").topology == topology, "\(text)")
        for line in text.split(separator: "\n") { #expect(line.count <= 110, "\(line)") }
    }

    @Test(arguments: TopologyCatalogue.all)
    func `A topology's definition has its lines and neither its name nor a comment`(
        _ topology: Topology
    ) throws {
        let lines = TopologyWriter(topology).definition
        #expect(lines.contains("contexts:"))
        #expect(lines.count { $0.hasPrefix("  - { name: ") } == topology.contexts.count)
        #expect(!lines.contains { $0.contains("#") || $0.hasPrefix("name:") })
        let text = TopologyWriter(topology).text.split(separator: "\n").map(String.init)
        #expect(lines.allSatisfy { text.contains($0) })
        let head = ["schema: 1", "name: \(topology.name)", "origin: x"]
        let again = try TopologyFile.parse(
            (head + lines).joined(separator: "\n"), file: "file")
        #expect(TopologyWriter(again.topology).definition == lines)
        let other = try topology.setting(
            "save-only-if-changed", to: "\(!topology.savesOnlyIfChanged)")
        #expect(TopologyWriter(other).definition != lines)
    }

    @Test(arguments: TopologyCatalogue.all)
    func `Each topology reads back equal from what a child gets`(_ topology: Topology) throws {
        #expect(try Topology(json: topology.json) == topology)
    }

    @Test func `A file has what it does not say from the defaults`() throws {
        let text = """
            schema: 1
            name: mine
            contexts: [{ name: main, queue: main }]
            roles: { ui: main, importer: main }
            """
        let topology = try TopologyFile.parse(text, file: "stack.yaml").topology
        #expect(
            topology
                == Topology(
                    name: "mine", origin: "stack.yaml",
                    contexts: [ContextLayout("main", .main)],
                    roles: [.ui: "main", .importer: "main"]))
    }

    /// The replaced text, the position of the mistake, and the words of the message.
    static let mistakes: [(old: String, new: String, place: String, words: [String])] = [
        ("schema: 1", "schema: 2", "1:9", ["schema 1"]),
        ("name: mine", "nme: mine", "2:1", ["unknown key “nme”", "did you mean “name”?"]),
        ("name: mine", "name: my stack", "2:7", ["“my stack” cannot be the name", "one word"]),
        ("name: mine", "name: \"\"", "2:7", ["“” cannot be the name", "one word"]),
        ("name: mine", "name: -mine", "2:7", ["“-mine” cannot be the name", "no hyphen first"]),
        ("queue: main,", "queue: mian,", "6:26", ["unknown queue “mian”", "“main”"]),
        (
            "merge-policy: object-trump", "merge-policy: object-trunp", "6:62",
            ["merge policy", "did you mean “object-trump”?"]
        ),
        ("saves: on-request", "saves: sometimes", "7:58", ["time of saving", "at-termination"]),
        ("parent: coordinator 2", "parent: coordinator two", "8:44", ["coordinator 2"]),
        (
            "parent: writer,", "parent: wrter,", "6:40",
            ["main is wrter, but the topology has no context wrter", "did you mean “writer”?"]
        ),
        ("{ name: writer, queue: private }", "{ name: writer }", "5:5", ["“queue” is missing"]),
        ("name: other,", "name: main,", "8:13", ["two contexts are called main"]),
        (
            "{ name: writer, queue: private }",
            "{ name: writer, queue: private, parent: worker }", "5:45", ["cycle"]
        ),
        ("ui: main", "display: main", "9:10", ["role with a context “display”"]),
        ("ui: main", "ui: mian", "9:14", ["the role ui works through mian", "“main”"]),
        ("ui: main, ", "", "9:8", ["the role ui has no context"]),
        ("wait main", "wiat main", "11:11", ["manner of a hop “wiat”", "“wait”"]),
        ("main then", "main than", "11:11", ["“than”", "“then”"]),
        ("enqueue writer\n  main", "enqueue\n  main", "11:11", ["in the middle of a hop"]),
        ("  main: enqueue", "  mian: enqueue", "12:9", ["a route begins at mian", "“main”"]),
        ("main: enqueue writer", "main: enqueue worker", "12:9", ["its parent, writer"]),
        (
            "perform-in-perform", "perform-in-perfrom", "13:14",
            ["route style", "did you mean “perform-in-perform”?"]
        ),
        ("from: other", "from: othr", "15:13", ["a merge names othr", "“other”"]),
        ("mode: object-ids", "mode: automatic", "15:36", ["automatically"]),
        ("by: perform-and-wait", "by: perform-and-wiat", "15:52", ["“perform-and-wait”"]),
        ("every 2s", "every 2", "16:8", ["“every 2” is not a flush policy", "such as every 1s"]),
        ("every 2s", "every 0s", "16:8", ["it flushes every 0 s"]),
        ("changed: false", "changed: no", "17:23", ["true or false"]),
        (
            "coordinators: 2", "coordinators: 1", "8:44",
            ["coordinator 2 of 1", "write coordinators: 2"]
        ),
        ("coordinators: 2", "coordinators: 3", "18:15", ["no context stands on coordinator 3"]),
        ("pool: 3", "pool: 0", "19:7", ["out of range"]),
        ("async", "asinc", "20:13", ["submission style", "did you mean “async”?"]),
        ("async", "async\nui-submission: perform", "21:16", ["“ui-submission” has no effect"]),
        ("async", "background-task", "20:13", ["cannot be the context of background tasks"]),
        ("pinned", "pined", "8:71", ["generation “pined”", "did you mean “pinned”?"]),
        ("history: keep", "history: kept", "21:10", ["“kept” is no way", "purge-older 500ms"]),
        ("history: keep", "history: purge-after-merge", "21:10", ["write history: keep"]),
        ("history: keep", "history: purge-older 0s", "21:10", ["no context merges by it"]),
        ("keep", "keep\nhistory-read: apart", "22:15", ["“history-read” has no effect"]),
    ]

    @Test(arguments: mistakes.indices)
    func `Each mistake is told once, with its place and what was meant`(_ index: Int) throws {
        let mistake = Self.mistakes[index]
        let issues = try issues(mistake.old, mistake.new)
        let first = try #require(
            issues.first { $0.description.hasPrefix("stack.yaml:\(mistake.place): ") },
            "\(issues)")
        for word in mistake.words {
            #expect(first.description.contains(word), "\(first.description)")
        }
        // Faults that follow from a wrong key alone are not reported. But a key under another name
        // is missing as well, and a stack on background tasks breaks several rules at once.
        let several = ["nme: mine": 2, "background-task": 5, "history: purge-older 0s": 2]
        #expect(issues.count == several[mistake.new] ?? 1, "\(issues)")
    }

    @Test func `A merge into a context that lasts for one task is an error`() throws {
        let text = """
            schema: 1
            name: mine
            contexts: [{ name: view, queue: main }, { name: task, queue: private }]
            roles: { ui: view, importer: task }
            merges: [{ from: task, to: view }, { from: view, to: task }]
            submission: background-task
            """
        let error = try #require(throws: DocumentError.self) {
            try TopologyFile.parse(text, file: "stack.yaml")
        }
        #expect(error.description.contains("task lasts for one background task"), "\(error)")
        #expect(error.issues.map(\.position.line) == [5])
    }

    @Test func `A flush that nothing waits for is an error`() throws {
        let text = """
            schema: 1
            name: mine
            contexts: [{ name: main, queue: main }]
            roles: { ui: main, importer: main }
            flush: every 1s
            """
        let error = try #require(throws: DocumentError.self) {
            try TopologyFile.parse(text, file: "stack.yaml")
        }
        #expect(error.description.hasPrefix("stack.yaml:5:8: “flush” has no effect"))
    }

    @Test func `All that is wrong is told at once, in the order of the lines`() throws {
        let spoiled = Self.text.replacing("queue: main,", with: "queue: mian,")
            .replacing("every 2s", with: "often").replacing("pool: 3", with: "pol: 3")
        let error = try #require(throws: DocumentError.self) {
            try TopologyFile.parse(spoiled, file: "stack.yaml")
        }
        #expect(error.issues.map(\.position.line) == [6, 16, 19])
    }

    @Test func `A name of the catalogue's, or twice, is an error in the file that has it`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "topology-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func write(_ name: String, to file: String) throws -> String {
            let url = folder.appending(path: file)
            try Self.text.replacing("name: mine", with: "name: \(name)")
                .write(to: url, atomically: false, encoding: .utf8)
            return url.path
        }
        let good = try write("mine", to: "a.yaml")
        let same = try write("mine", to: "b.yaml")
        let taken = try write("siblings", to: "c.yaml")
        let error = try #require(throws: DocumentError.self) {
            try TopologyFile.load([good, same, taken])
        }
        #expect(error.issues.count == 2)
        #expect(error.issues[0].description.contains("b.yaml:2:7: the topology of"))
        #expect(error.issues[1].description.contains("my-siblings"))
        #expect(try TopologyFile.load([good]).map(\.name) == ["mine"])
    }

    @Test func `A topology of one's own varies like one of the catalogue`() throws {
        let own = try TopologyFile.parse(Self.text, file: "stack.yaml")
        let spec = try VariantSpec("mine:flush=5s", option: "--topology")
        let varied = try TopologyCatalogue.topology(spec, own: [own])
        #expect(varied.flush == .every(.seconds(5)))
        #expect(throws: TopologyError.self) { try TopologyCatalogue.topology(spec) }
        let near = try VariantSpec("mnie", option: "--topology")
        let error = try #require(throws: TopologyError.self) {
            try TopologyCatalogue.topology(near, own: [own])
        }
        #expect(error.description.contains("did you mean “mine”?"))
    }

    @Test func `What a document is meant to be is told by its keys`() throws {
        func isTopology(_ text: String) throws -> Bool {
            TopologyFile.isMeant(by: try Document(file: "f", text: text))
        }
        #expect(try isTopology(Self.text))
        #expect(try isTopology("merges: []"))
        #expect(try !isTopology("schema: 1\nroles: {}\nphases: []"))
        #expect(try !isTopology("- contexts"))
    }
}
