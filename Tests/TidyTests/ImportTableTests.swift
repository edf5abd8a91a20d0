import Testing

@Suite struct ImportTableTests {
    private static let article = """
        # Architecture
        <!-- import table -->
        | target | what it is | may import | from outside |
        |---|---|---|---|
        | `Execution` | clock | | `Dispatch`, `Foundation` |
        | `Statistics` | functions | | |
        | `Results` | values | `Statistics` | `Foundation` |
        | `lab` | the command | every Swift target | `Foundation` |
        <!-- /import table -->
        """

    private static func messages(_ path: String, _ text: String) throws -> [String] {
        let table = try #require(ImportTable(article))
        return table.violations(in: SourceFile(path: path, text: text)).map(\.description)
    }

    @Test func `The table is read row by row`() throws {
        let table = try #require(ImportTable(Self.article))
        #expect(table.rows.map(\.target) == ["Execution", "Statistics", "Results", "lab"])
        #expect(table.rows[2].ours == ["Statistics"])
        #expect(table.rows[2].outside == ["Foundation"])
        #expect(table.rows[3].ours == ["Execution", "Statistics", "Results"])
    }

    @Test func `An import that the table does not name is found`() throws {
        let text = "import Foundation\nimport Execution\nimport Statistics\n"
        #expect(
            try Self.messages("Sources/Results/A.swift", text) == [
                """
                Sources/Results/A.swift:2: “Results” may not import “Execution”: move what \
                needs it to a target that may, or hand the value in
                """
            ])
    }

    @Test(arguments: [
        "import Dispatch", "@preconcurrency import Dispatch", "package import Dispatch",
        "import class Dispatch.DispatchQueue", "@_exported import Dispatch", "import Yams",
    ])
    func `An import from outside is found in whatever form`(line: String) throws {
        #expect(try Self.messages("Sources/Statistics/A.swift", line + "\n").count == 1)
    }

    @Test func `The word import in code and comments is no import`() throws {
        let text = "// import Yams\nlet a = \"import Yams\"\nphase.import(Yams)\ncase `import`\n"
        #expect(try Self.messages("Sources/Statistics/A.swift", text) == [])
    }

    @Test func `A target without a row is found`() throws {
        #expect(try Self.messages("Sources/Bench/A.swift", "import Foundation\n").count == 1)
        #expect(try Self.messages("Tests/BenchTests/A.swift", "import Foundation\n") == [])
    }

    @Test func `A text without the markers has no table`() {
        #expect(ImportTable("| `A` | | | |") == nil)
        #expect(ImportTable("<!-- import table -->\n<!-- /import table -->") == nil)
    }
}
