import Foundation
import Testing

/// The things that README, the articles and the rules for contributors name exist.
struct `The papers` {
    private static let articles = Repository.articles.map(\.path)

    private func article(_ path: String) throws -> Article {
        try #require(Repository.articles.first { $0.path == path }, "\(path) is missing")
    }

    @Test func `README is read in one sitting`() throws {
        let readme = try article("README.md")
        #expect(readme.lineCount <= 180, "\(readme.lineCount) lines: move a part to an article")
    }

    @Test func `README leads to the articles, and their first page to each of them`() throws {
        let folder = "Sources/lab/lab.docc"
        let linked = try article("\(folder)/lab.md").links.map(\.target)
        let names = Repository.articles.filter { $0.path.hasPrefix(folder) }.map(\.name)
        #expect(names.count > 8)
        for name in names where name != "lab.md" { #expect(linked.contains(name), "\(name)") }
        let ways = try article("README.md").links.map(\.target)
        #expect(ways.contains(".github/CONTRIBUTING.md"))
        for name in names where name != "lab.md" { #expect(ways.contains("\(folder)/\(name)")) }
    }

    @Test(arguments: articles)
    func `Every link leads to a file that is there, and to a heading of it`(path: String) throws {
        let article = try article(path)
        for link in article.links where !link.target.contains("://") {
            let parts = link.target.split(
                separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            let place = "\(path):\(link.line)"
            let target =
                parts[0].isEmpty ? path : Repository.path(String(parts[0]), beside: path)
            #expect(Repository.exists(target), "\(place): there is no \(target)")
            guard parts.count == 2 else { continue }
            let there = Repository.articles.first { $0.path == target }
            #expect(
                there?.anchors.contains(String(parts[1])) == true,
                "\(place): \(target) has no heading #\(parts[1])")
        }
    }

    @Test(arguments: articles)
    func `Every path that the prose names is there`(path: String) throws {
        let roots = ["Sources/", "Tests/", "Workloads/", ".ci/", ".github/", ".devcontainer/"]
        for (text, line) in try article(path).code {
            // A text with a blank, a star or a placeholder is a command or a pattern.
            let signs: Set<Character> = [" ", "*", "<", "…", ","]
            guard roots.contains(where: text.hasPrefix), !text.contains(where: signs.contains)
            else { continue }
            #expect(Repository.exists(text), "\(path):\(line): there is no \(text)")
        }
    }

    @Test func `What the workloads' comments cite is there`() {
        for path in Repository.paths(under: "Workloads") where path.hasSuffix(".yaml") {
            let file = SourceFile(path: path, text: Repository.text(of: path))
            for violation in TidyRule.citations.check(file) { Issue.record("\(violation)") }
        }
    }

    @Test func `README and the dev container run in the workflows' image`() throws {
        let workflow = Repository.text(of: ".github/workflows/ci.yml")
        let image = try #require(workflow.firstMatch(of: /container: (\S+)/)).output.1
        #expect(Repository.text(of: "README.md").contains(" \(image) "))
        let container = Repository.text(of: ".devcontainer/devcontainer.json")
        let read = try JSONSerialization.jsonObject(with: Data(container.utf8))
        let keys = try #require(read as? [String: Any])
        #expect(keys["image"] as? String == String(image))
        #expect(keys["postCreateCommand"] as? String == ".ci/setup")
    }

    // MARK: How articles are read

    private static let sample = Article(
        path: "docs/A.md",
        text: """
            # Ways of `lab`
            See [the *command*](B.md#exit-codes), `[no](link.md)` and <doc:Fidelity>.
            ```
            # no heading [no](link.md)
            ```
                # no heading either
            ## results.csv, its columns
            A [`b`](https://c.example) at `Sources/lab`.
            """)

    @Test func `Headings and links are read, listings are not`() {
        #expect(Self.sample.headings == ["Ways of lab", "results.csv, its columns"])
        #expect(Self.sample.anchors == ["ways-of-lab", "resultscsv-its-columns"])
        #expect(
            Self.sample.links.map(\.target)
                == ["B.md#exit-codes", "Fidelity.md", "https://c.example"])
        #expect(Self.sample.links.map(\.line) == [2, 2, 8])
        #expect(Self.sample.code.map(\.text).contains("Sources/lab"))
    }

    @Test func `A path is followed from the file that names it`() {
        #expect(Repository.path("B.md", beside: "docs/A.md") == "docs/B.md")
        #expect(Repository.path("../../C.md", beside: "a/b/A.md") == "C.md")
        #expect(Repository.path("x/y.svg", beside: "A.md") == "x/y.svg")
    }
}
