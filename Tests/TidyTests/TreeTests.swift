import Documents
import Foundation
import Testing

/// The rules on the tree as it is.
@Suite struct TreeTests {
    /// The article that has the import table.
    private static let architecture = "Sources/lab/lab.docc/Architecture.md"

    @Test(arguments: TidyRule.all)
    func `Every file keeps the rule`(rule: TidyRule) {
        for file in Repository.files {
            for violation in rule.check(file) { Issue.record("\(violation)") }
        }
    }

    @Test func `There are files to look at`() {
        let paths = Repository.files.map(\.path)
        #expect(paths.count > 50)
        #expect(paths.contains("Sources/Execution/Execution.swift"))
        #expect(paths.contains("Tests/TidyTests/TreeTests.swift"))
        #expect(paths.contains("Package.swift"))
    }

    @Test func `Every target imports only what the import table allows`() throws {
        let table = try #require(
            ImportTable(Repository.text(of: Self.architecture)),
            "\(Self.architecture) holds no import table")
        for file in Repository.files {
            for violation in table.violations(in: file) { Issue.record("\(violation)") }
        }
    }

    @Test func `The import table has a row for each target, and no other`() throws {
        let table = try #require(ImportTable(Repository.text(of: Self.architecture)))
        // C targets import nothing of ours but headers; the compiler knows.
        let swift = Repository.targets.filter { target in
            Repository.files.contains { $0.isSwift && $0.sourceTarget == target }
        }
        #expect(table.rows.map(\.target).sorted() == swift)
    }

    @Test func `Every workload parses`() {
        for path in Repository.paths(under: "Workloads").sorted() where path.hasSuffix(".yaml") {
            do {
                try parseWorkload(Repository.root.appending(path: path).path)
            } catch {
                Issue.record("\(error)")
            }
        }
    }

    /// Parses a workload: the hook for WorkloadEngine's own reading.
    private func parseWorkload(_ file: String) throws {
        _ = try Document(contentsOf: file).mapping()
    }
}
