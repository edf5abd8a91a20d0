import Documents
import Foundation
import Testing

/// The workflows in `.github/workflows`.
///
/// `.ci/run` has actionlint look at them if it is installed; these rules hold everywhere.
struct `The workflows` {
    private static let files = Repository.paths(under: ".github/workflows").sorted()

    private struct Job {
        let name: String
        let keys: [DocumentNode.Entry]

        func node(_ key: String) -> DocumentNode? { keys.first { $0.key == key }?.value }
    }

    private func jobs(of file: String) throws -> [Job] {
        let document = try Document(contentsOf: Repository.root.appending(path: file).path)
        let root = try document.mapping().all()
        for key in ["name", "on", "permissions", "jobs"] {
            #expect(root.contains { $0.key == key }, "\(file) has no \(key)")
        }
        let jobs = try #require(root.first { $0.key == "jobs" }).value
        return try jobs.mapping().all().map {
            Job(name: $0.key, keys: try $0.value.mapping().all())
        }
    }

    @Test func `There are those that run on each change and every night`() {
        #expect(Self.files.map { $0.split(separator: "/").last } == ["ci.yml", "nightly.yml"])
    }

    @Test(arguments: files)
    func `Each job has a machine, an end, and steps that run or use something`(file: String) throws
    {
        let jobs = try jobs(of: file)
        #expect(!jobs.isEmpty)
        for job in jobs {
            for key in ["runs-on", "timeout-minutes", "steps"] {
                #expect(job.node(key) != nil, "\(file): \(job.name) has no \(key)")
            }
            if let needed = try job.node("needs")?.string() {
                #expect(jobs.contains { $0.name == needed }, "\(file): no job \(needed)")
            }
            for step in try job.node("steps")?.elements() ?? [] {
                let entries = try step.mapping().all()
                let known = ["name", "id", "if", "uses", "with", "run", "env", "shell"]
                for entry in entries {
                    #expect(known.contains(entry.key), "\(file): a step with \(entry.key)")
                }
                let work = entries.filter { ["uses", "run"].contains($0.key) }
                #expect(work.count == 1, "\(file): a step runs and uses \(work.count) things")
                if work.first?.key == "uses" {
                    let action = try work[0].value.string()
                    #expect(action.contains("@v"), "\(file): \(action) names no version")
                }
            }
        }
    }

    @Test(arguments: files)
    func `Each script and each command of the lab that is run is there`(file: String) throws {
        let known = try commands()
        #expect(known.contains("run") && known.contains("suite"))
        var count = 0
        for line in Repository.text(of: file).split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            for (place, word) in words.enumerated() {
                if word.hasPrefix(".ci/"), !line.contains("#") {
                    #expect(!Repository.text(of: word).isEmpty, "\(file): no \(word)")
                    count += 1
                }
                guard word == ".build/release/lab", place + 1 < words.count else { continue }
                #expect(known.contains(words[place + 1]), "\(file): lab \(words[place + 1])")
                count += 1
            }
        }
        #expect(count > 0)
    }

    /// The names of the lab's commands, as the commands give them.
    private func commands() throws -> Set<String> {
        var names: Set<String> = []
        for file in Repository.files where file.path.hasPrefix("Sources/lab/") {
            let text = file.lines.joined(separator: "\n")
            let parts = text.components(separatedBy: "commandName: \"").dropFirst()
            for part in parts { names.insert(String(part.prefix { $0 != "\"" })) }
        }
        return names
    }
}
