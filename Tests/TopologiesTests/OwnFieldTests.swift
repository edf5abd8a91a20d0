import Documents
import Results
import Testing
import Topologies

/// Which value wins if a workload, a user's file and an option set the same field.
struct `Fields of a topology` {
    private static let file = """
        schema: 1
        name: mine
        contexts:
          - { name: writer, queue: private }
          - { name: main, queue: main, parent: writer, merge-policy: object-trump }
          - { name: worker, queue: private }
        roles: { ui: main, importer: worker }
        routes: { main: enqueue writer }
        merges: [{ from: worker, to: main, mode: did-save }]
        flush: idle 300ms
        pool: default
        """

    private func resolved(
        _ text: String, _ defaults: [(field: String, value: String)]
    ) throws -> ResolvedTopology {
        try TopologyCatalogue.resolved(
            VariantSpec(text, option: "--topology"),
            own: [TopologyFile.parse(Self.file, file: "mine.yaml")], defaults: defaults)
    }

    private func setting(_ field: String, of resolved: ResolvedTopology) -> TopologySetting? {
        resolved.settings.first { $0.field == field }
    }

    @Test func `A file is known by the fields that it writes`() throws {
        let own = try TopologyFile.parse(Self.file, file: "mine.yaml")
        #expect(
            own.writtenFields == [
                "flush", "pool", "ui", "importer", "merge", "merge-policy", "writer.queue",
                "main.queue", "worker.queue", "main.parent", "main.merge-policy", "writer.hops",
                "main.hops", "worker.hops",
            ])
    }

    @Test(arguments: [
        ("flush", "every 100ms", "idle 300ms"), ("merge", "object-ids", "did-save"),
        ("pool", "4", "default"), ("importer", "main", "worker"),
        ("main.merge-policy", "error", "object-trump"), ("worker.hops", "wait main", "none"),
    ])
    func `What a file writes stands over the workload`(
        field: String, workload: String, file: String
    ) throws {
        let found = setting(field, of: try resolved("mine", [(field, workload)]))
        #expect(
            found == TopologySetting(field: field, value: file, source: .file, instead: workload))
    }

    @Test(arguments: [
        ("merge-by", "perform-and-wait", "perform"), ("submission", "async", "perform"),
        ("worker.merge-policy", "overwrite", "error"),
    ])
    func `What a file leaves out yields to the workload`(
        field: String, workload: String, own: String
    ) throws {
        let found = setting(field, of: try resolved("mine", [(field, workload)]))
        #expect(
            found
                == TopologySetting(field: field, value: workload, source: .workload, instead: own))
    }

    @Test func `An option stands over all`() throws {
        let found = try resolved("mine:flush=20ms", [("flush", "every 100ms")])
        #expect(
            setting("flush", of: found)
                == TopologySetting(
                    field: "flush", value: "every 20ms", source: .variant, instead: "idle 300ms"))
        #expect(found.topology.flush == .every(.milliseconds(20)))
    }

    @Test func `A field that nobody has set is the topology's own`() throws {
        let found = try resolved("siblings", [("flush", "every 100ms"), ("pool", "2")])
        #expect(setting("flush", of: found) == nil)
        #expect(
            setting("merge", of: found)
                == TopologySetting(field: "merge", value: "did-save", source: .own))
        #expect(
            setting("pool", of: found)
                == TopologySetting(
                    field: "pool", value: "2", source: .workload, instead: "default"))
    }

    @Test func `A value that a workload cannot set is wrong even where a file stands over it`() {
        #expect(throws: TopologyError.self) { try resolved("mine", [("flush", "often")]) }
    }
}
