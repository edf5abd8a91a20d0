import Testing

@Suite struct FloorTests {
    private static let article = """
        # Core
        <!-- floors -->
        | floor | folder | what it is |
        |---|---|---|
        | 1 | `Model` | descriptions |
        | 2 | `Rows` | values |
        | 3 | `Objects` | objects, with a `Row` each |
        | 3 | `Contexts` | who holds them |
        <!-- /floors -->
        <!-- upward arrows -->
        | from | to | types | why |
        |---|---|---|---|
        | `Rows` | `Objects` | `ObjectClass` | a layout knows its class |
        <!-- /upward arrows -->
        """

    /// A small target that keeps to the tables; a text given here replaces a file's.
    private static func messages(
        _ changed: [String: String], _ article: String = article
    ) throws -> [String] {
        var texts = [
            "Model/Entity.swift": "class Entity {}\n",
            "Rows/Row.swift": "struct Row { let entity: Entity; var type: ObjectClass }\n",
            "Objects/Object.swift": "class Object { var row: Row?; var context: Context? }\n",
            "Objects/ObjectClass.swift": "struct ObjectClass {}\n",
            "Contexts/Context.swift": "class Context { var objects: [Object] = [] }\n",
        ]
        texts.merge(changed) { $1 }
        let table = try #require(FloorTable(article))
        let files = texts.sorted { $0.key < $1.key }.map {
            SourceFile(path: "Sources/CoreData/" + $0.key, text: $0.value)
        }
        return table.violations(in: files).map(\.description)
    }

    @Test func `Every file of CoreData names types of its own floor and of lower ones`() throws {
        let table = try #require(
            FloorTable(Repository.text(of: FloorTable.article)),
            "\(FloorTable.article) holds no floors")
        let files = Repository.files.filter { $0.sourceTarget == "CoreData" && $0.isSwift }
        #expect(files.count > 250)
        for violation in table.violations(in: files) { Issue.record("\(violation)") }
    }

    @Test func `The tables are read row by row`() throws {
        let table = try #require(FloorTable(Self.article))
        #expect(table.floors == [["Model"], ["Rows"], ["Objects", "Contexts"]])
        #expect(table.arrows.map(\.from) == ["Rows"])
        #expect(table.arrows.map(\.to) == ["Objects"])
        #expect(table.arrows.map(\.types) == [["ObjectClass"]])
    }

    @Test func `A target that keeps to its floors has no violation`() throws {
        #expect(try Self.messages([:]) == [])
    }

    @Test func `A type of a higher floor is found, with what to do`() throws {
        let text = "class Entity {\n    var row: Row?\n}\n"
        #expect(
            try Self.messages(["Model/Entity.swift": text]) == [
                """
                Sources/CoreData/Model/Entity.swift:2: “Model” may not name “Row” of “Rows”, a \
                higher floor: move what needs it up, as an extension, or hand the value in
                """
            ])
    }

    @Test func `An arrow allows the types that it lists, and no other of that folder`() throws {
        let text = "struct Row { let entity: Entity; var type: ObjectClass; var o: Object }\n"
        let found = try Self.messages(["Rows/Row.swift": text])
        #expect(found.count == 1)
        #expect(found.first?.contains("“Object” of “Objects”") == true)
    }

    @Test(arguments: [
        "extension Entity { var context: Context { fatalError() } }",
        "func f(_ entities: [Entity: [Object]]) {}",
        "typealias A = Object", "let a = Row.self", "let a = \"\\(Row())\"",
        "extension Row {}", "let a = Model.Entity() as? Object",
    ])
    func `A type is found in whatever place it is named`(line: String) throws {
        #expect(try Self.messages(["Model/More.swift": line + "\n"]).count == 1)
    }

    @Test(arguments: [
        "// Row", "/* a Row */", "let a = \"Row\"", "let a = b.Row", "struct A { struct Row {} }",
        "struct A { enum Row {}; var row: Row }", "private struct Row {}; private let a = Row()",
        "let rowCount = 1",
    ])
    func `What only looks like a type's name is let pass`(line: String) throws {
        #expect(try Self.messages(["Model/More.swift": line + "\n"]) == [])
    }

    @Test func `A higher folder's extension of a lower type belongs to the higher one`() throws {
        let upper = "extension Entity { struct Plan { var context: Context? } }\n"
        #expect(try Self.messages(["Objects/Entity+Plan.swift": upper]) == [])
        for lower in [
            "let plan: Entity.Plan? = nil\n", "extension Entity { func f(_: Plan) {} }\n",
        ] {
            let found = try Self.messages([
                "Objects/Entity+Plan.swift": upper, "Model/More.swift": lower,
            ])
            #expect(found.count == 1)
            #expect(found.first?.contains("“Entity.Plan” of “Objects”") == true)
        }
    }

    @Test func `A listed arrow that no file needs any more is found`() throws {
        let text = "struct Row { let entity: Entity }\n"
        #expect(
            try Self.messages(["Rows/Row.swift": text]) == [
                """
                \(FloorTable.article):1: the upward arrow Rows → Objects lists “ObjectClass”, \
                which no file there names
                """
            ])
    }

    @Test func `A listed arrow has a reason and leads upwards`() throws {
        let bare = Self.article.replacing("a layout knows its class", with: "")
        #expect(try Self.messages([:], bare).map { $0.contains("has no reason") } == [true])
        let down = Self.article.replacing(
            "<!-- /upward arrows -->",
            with: "| `Objects` | `Rows` | `Row` | x |\n"
                + "<!-- /upward arrows -->")
        #expect(try Self.messages([:], down).map { $0.contains("Objects → Rows") } == [true])
    }

    @Test func `A folder without a floor and a floor without a folder are found`() throws {
        let found = try Self.messages(["Extra/A.swift": "struct A {}\n", "B.swift": ""])
        #expect(found.count == 2)
        let more = Self.article.replacing("`Model` |", with: "`Model`, `Gone` |")
        #expect(try Self.messages([:], more).map { $0.contains("“Gone”") } == [true])
    }

    @Test func `A text without the tables has none`() {
        #expect(FloorTable("| 1 | `Model` | |") == nil)
        #expect(FloorTable("<!-- floors -->\n<!-- /floors -->") == nil)
    }
}
