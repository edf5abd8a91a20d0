import Foundation
import Testing

/// Fidelity.md names a test for each documented rule: they exist.
@Suite struct `Fidelity` {
    private let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    @Test func `Every test that the table of rules names exists`() throws {
        let page = tests.appendingPathComponent(
            "../../Sources/CoreData/CoreData.docc/Fidelity.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let section = try #require(
            text.components(separatedBy: "## Documented rules").dropFirst().first)
        let sources = try allSources()
        let named = section.components(separatedBy: "“").dropFirst().compactMap {
            $0.components(separatedBy: "”").first
        }
        #expect(named.count > 80)
        for name in named {
            #expect(sources.contains("func `\(name)`("), "there is no test “\(name)”")
        }
    }

    @Test func `Every rule in the table has a test, or a dash`() throws {
        let page = tests.appendingPathComponent(
            "../../Sources/CoreData/CoreData.docc/Fidelity.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let section = try #require(
            text.components(separatedBy: "## Documented rules").dropFirst().first)
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") }
        #expect(rows.count > 60)
        for row in rows where !row.hasPrefix("| **") && !row.hasPrefix("| rule") {
            #expect(row.contains("“") || row.hasSuffix("| – |"), "\(row)")
        }
    }

    private func allSources() throws -> String {
        let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)
        var text = ""
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            text += try String(contentsOf: file, encoding: .utf8)
        }
        return text
    }
}
