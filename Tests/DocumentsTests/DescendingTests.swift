import Documents
import Testing

@Suite struct DescendingTests {
    @Test(arguments: [
        (["contexts", "1", "name"], "contexts.1.name", 4),
        // A missing element leads to the deepest existing node.
        (["contexts", "1", "parent"], "contexts.1", 4),
        (["contexts", "7", "name"], "contexts", 3),
        (["roles", "ui", "deeper"], "roles.ui", 5),
        (["pool"], "", 1), ([], "", 1),
    ])
    func `A path leads to its node, or to the deepest above it`(
        path: [String], found: String, line: Int
    ) throws {
        let document = try Document(
            file: "f",
            text: """
                name: mine
                contexts:
                  - { name: writer }
                  - { name: main }
                roles: { ui: main }
                """)
        let node = document.root.descending(path)
        #expect(node.path == found)
        #expect(node.position.line == line)
    }
}
