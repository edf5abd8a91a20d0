import Documents
import Testing
import Topologies

@Suite struct TopologyValueTests {
    private func variant(_ text: String) throws -> Topology {
        try TopologyCatalogue.topology(VariantSpec(text, option: "--topology"))
    }

    private func error(of text: String) throws -> TopologyError {
        try #require(throws: TopologyError.self) { try variant(text) }
    }

    @Test func `The default set is the four that were asked for`() {
        #expect(
            TopologyCatalogue.defaults.map(\.name)
                == ["single-main", "private-writer", "siblings", "child-of-main"])
    }

    @Test(arguments: TopologyCatalogue.all)
    func `Each topology of the catalogue makes a stack`(_ topology: Topology) throws {
        try topology.check()
        #expect(!topology.origin.isEmpty)
    }

    @Test(arguments: TopologyCatalogue.all)
    func `Each field that can be read can be set to what it was`(_ topology: Topology) throws {
        for field in TopologyField.all(of: topology) {
            if field.name == "merge-policy", field.value(topology).hasPrefix("of each") { continue }
            let same = try topology.setting(field.name, to: field.value(topology))
            #expect(same == topology, "\(field.name)=\(field.value(topology))")
        }
    }

    @Test func `An unknown topology is named with the nearest`() throws {
        let error = try error(of: "siblngs")
        #expect(error.code == .unknownTopology)
        #expect(error.description.contains("“siblngs”"))
        #expect(error.description.contains("did you mean “siblings”?"))
    }

    @Test func `An unknown field is named with the nearest`() throws {
        let error = try error(of: "private-writer:flsh=5s")
        #expect(error.code == .unknownField)
        #expect(error.description.contains("did you mean “flush”?"))
    }

    @Test func `A topology that commits at once has no flush to set`() throws {
        let error = try error(of: "single-main:flush=5s")
        #expect(error.code == .unknownField)
        #expect(error.description.contains("enqueued"))
    }

    @Test func `A value that a field cannot have is an error that says what it takes`() throws {
        for text in ["private-writer:flush=5", "private-writer:flush=often", "siblings:merge=x"] {
            let error = try error(of: text)
            #expect(error.code == .invalidValue)
        }
        #expect(try error(of: "private-writer:flush=often").remedy.contains("every <time>"))
    }

    @Test(arguments: [
        ("200ms", FlushPolicy.every(.milliseconds(200))), ("every 5s", .every(.seconds(5))),
        ("idle 2s", .idle(.seconds(2))), ("immediate", .immediate), ("lifecycle", .lifecycle),
    ])
    func `The flush policy is read in each of its forms`(_ text: String, _ flush: FlushPolicy)
        throws
    {
        #expect(try variant("private-writer:flush=\(text)").flush == flush)
    }

    @Test func `A workload's fields are set where they exist and yield to the option`() throws {
        let defaults = [(field: "flush", value: "every 100ms")]
        func flush(_ text: String) throws -> FlushPolicy {
            let spec = try VariantSpec(text, option: "--topology")
            return try TopologyCatalogue.topology(spec, defaults: defaults).flush
        }
        #expect(try flush("private-writer") == .every(.milliseconds(100)))
        #expect(try flush("private-writer:flush=5s") == .every(.seconds(5)))
        #expect(try flush("siblings") == .immediate)
    }

    @Test func `The option replaces a workload's field that leaves nothing to set`() throws {
        let none = [(field: "merge", value: "none")]
        func merges(_ text: String) throws -> [MergeRule] {
            let spec = try VariantSpec(text, option: "--topology")
            return try TopologyCatalogue.topology(spec, defaults: none).merges
        }
        #expect(try merges("siblings").isEmpty)
        #expect(try merges("siblings:merge=automatic").map(\.mode) == [.automatic])

        // And one that exists by the option's field alone is set all the same.
        let spec = try VariantSpec("siblings:merge=history", option: "--topology")
        let history = try TopologyCatalogue.topology(
            spec, defaults: [("merge", "history"), ("history-read", "in-receiver")])
        #expect(history.historyReading == .inReceiver)
    }

    @Test func `The routes of the episodes are variants of the private writer`() throws {
        #expect(
            try variant("private-writer:route=perform-in-perform").routeStyle == .performInPerform)
        #expect(
            try variant("private-writer:route=perform-and-wait-then-perform").routeStyle
                == .performAndWaitThenPerform)
    }

    @Test(arguments: [
        ("single-main:importer=writer", "context"),
        ("private-writer:writer.parent=main", "cycle"),
        ("private-writer:main.parent=nobody", "the topology has no context"),
        ("private-writer:main.parent=coordinator", "different roots"),
        ("private-writer:coordinators=2", "coordinator 2"),
        ("siblings:coordinators=1000000000", "give it 64 at most"),
        ("child-of-main:main.saves=at-termination", "main.saves=on-request"),
        ("private-writer:writer.parent=coordinator 2", "coordinator 2 of 1"),
        ("siblings:importing.hops=wait main", "different roots"),
        ("single-main:main.hops=wait writer", "the topology has no context"),
        ("private-writer:flush=0s", "0 s"), ("siblings:pool=0", "0 connections"),
        ("child-of-main:main.hops=wait main", "where its route ends"),
    ])
    func `Fields that contradict each other are an error`(_ text: String, _ part: String) throws {
        let error = try error(of: text)
        #expect(error.description.contains(part), "\(error)")
        #expect(!error.remedy.isEmpty)
    }

    @Test func `Contexts, roles, routes and merges must name what exists`() throws {
        var topology = try variant("siblings")
        topology.merges.append(MergeRule(from: "main", to: "main"))
        #expect(throws: TopologyError.self) { try topology.check() }
        topology = try variant("siblings")
        topology.roles[.ui] = nil
        #expect(throws: TopologyError.self) { try topology.check() }
        topology = try variant("siblings")
        topology.contexts.append(ContextLayout("main", .private))
        #expect(throws: TopologyError.self) { try topology.check() }
        topology = try variant("child-of-main")
        topology.routes.append(SaveRoute(from: "child", []))
        #expect(throws: TopologyError.self) { try topology.check() }
    }

    @Test func `Automatic merging is for a parent's or a sibling's saves`() throws {
        #expect(try variant("siblings:merge=automatic").merges[0].mode == .automatic)
        var topology = try variant("child-of-main")
        topology.merges = [MergeRule(from: "child", to: "main", mode: .automatic)]
        #expect(throws: TopologyError.self) { try topology.check() }
        topology.merges = [MergeRule(from: "main", to: "child", mode: .automatic)]
        #expect(throws: Never.self) { try topology.check() }
    }

    @Test func `A promise follows from the fields`() throws {
        #expect(try variant("single-main").promise.contains("takes nothing"))
        #expect(try variant("siblings").promise.contains("takes nothing"))
        #expect(try variant("child-of-main").promise.contains("takes nothing"))
        #expect(try variant("private-writer").promise.contains("every 1s"))
        #expect(try variant("private-writer:flush=lifecycle").promise.contains("terminates"))
        let held = try variant("child-of-main:child.hops=none")
        #expect(held.durability(from: "child") == .held(context: "main", savedByOthers: true))
        #expect(held.promise.contains("stay in main until a save of its own commits"))
        #expect(held.routeText(from: "child") == "child: saved, committed with a save of main")
        let late = try variant("writer-main-worker:worker.hops=none,flush=lifecycle")
        #expect(late.durability(from: "worker") == .held(context: "main", savedByOthers: true))
        let stuck = try variant("writer-main-worker:worker.hops=none,main.hops=none")
        #expect(stuck.durability(from: "worker") == .held(context: "main", savedByOthers: false))
        #expect(stuck.promise.contains("stay in main until the app terminates"))
        let unsaved = try variant("child-of-main-unsaved")
        #expect(unsaved.promise.contains("importer: saved changes stay in main until the app"))
    }

    @Test func `Hops read what they write`() {
        for text in ["none", "wait main", "wait main then enqueue writer"] {
            #expect(SaveRoute.hops(text).map(SaveRoute.text(of:)) == text)
        }
        for text in ["", "main", "wait", "wait main then", "wait main enqueue writer"] {
            #expect(SaveRoute.hops(text) == nil, "\(text)")
        }
    }
}
