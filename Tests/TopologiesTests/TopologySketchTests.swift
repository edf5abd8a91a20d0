import Documents
import Foundation
import Testing
import Topologies

/// Each sketch stands in the folder `Sketches`, where a compiler can look at it: Swift 5's rules on
/// what may be sent hold there, as in an app that observes its contexts.
struct `A topology in Swift` {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Sketches")

    private static func file(of topology: Topology) -> URL {
        let words = topology.name.split(separator: "-").map {
            $0.prefix(1).uppercased() + $0.dropFirst()
        }
        return folder.appending(path: "\(words.joined())Stack.swift")
    }

    /// Written anew with LAB_TEST_GOLDEN=write, as golden files are.
    @Test(arguments: TopologyCatalogue.all)
    func `It is the source that stands in the folder`(_ topology: Topology) throws {
        let text = TopologySketch(topology).lines.joined(separator: "\n") + "\n"
        let file = Self.file(of: topology)
        if ProcessInfo.processInfo.environment["LAB_TEST_GOLDEN"] == "write" {
            try Data(text.utf8).write(to: file)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test func `A variant is sketched as it is`() throws {
        let flushed = try TopologyCatalogue.topology(
            VariantSpec("private-writer:flush=5s", option: "--topology"))
        let lines = TopologySketch(flushed).lines
        #expect(lines.contains("        // Not at once, but every 5s."))
        #expect(lines.contains("        writer.perform { [writer] in try? writer.save() }"))
    }
}
