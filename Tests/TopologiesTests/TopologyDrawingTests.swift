import Documents
import Testing
import Topologies

@Suite struct TopologyDrawingTests {
    @Test func `A child stands above the parent that it saves into`() {
        let drawing = TopologyDrawing(TopologyCatalogue.all[1])
        #expect(
            drawing.description == """
                ┌──────────────┐
                │ main         │
                │ main queue   │
                │ ui, importer │
                └──────┬───────┘
                       │ save, enqueue every 1s
                ┌──────▼────────┐
                │ writer        │
                │ private queue │
                └───────┬───────┘
                        │ save
                ┌───────▼─────┐
                │ coordinator │
                └──────┬──────┘
                     store
                ui: main: saved, enqueue writer every 1s: committed
                importer: main: saved, enqueue writer every 1s: committed
                """)
    }

    @Test func `Siblings stand side by side on their coordinator`() {
        let drawing = TopologyDrawing(TopologyCatalogue.all[2])
        #expect(
            drawing.description == """
                ┌──────────────┐  ┌───────────────┐
                │ main         │  │ importing     │
                │ main queue   │  │ private queue │
                │ ui           │  │ importer      │
                │ object-trump │  │ object-trump  │
                └──────┬───────┘  └───────┬───────┘
                       │ save             │ save
                ┌──────▼──────────────────▼─┐
                │ coordinator               │
                └─────────────┬─────────────┘
                            store
                ui: main: saved and committed
                importer: importing: saved and committed
                merge: importing ──did-save──▶ main by perform
                """)
    }

    @Test func `A variant is drawn as it is`() throws {
        let spec = try VariantSpec(
            "private-writer:flush=lifecycle,writer.merge-policy=rollback,pool=1", option: "-")
        let text = TopologyDrawing(try TopologyCatalogue.topology(spec)).description
        #expect(text.contains("save, enqueue lifecycle"))
        #expect(text.contains("│ rollback"))
        #expect(text.contains("coordinator, pool of 1"))
    }

    @Test func `Two coordinators meet in one store file`() throws {
        let spec = try VariantSpec(
            "siblings:coordinators=2,importing.parent=coordinator 2", option: "-")
        let text = TopologyDrawing(try TopologyCatalogue.topology(spec)).description
        #expect(text.contains("│ coordinator 2 │"))
        #expect(text.contains("│ one store file"))
    }
}
