import Foundation
import Testing
import Topologies
import WorkloadEngine

/// The stacks that a shipped workload runs on if the user names none.
@Suite struct ShippedStackTests {
    private static let workloads = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Workloads")

    /// An asynchronous fetch ends on another thread.
    ///
    /// If a fault there needs a context that waits for the fetch's own, a slow machine's run stands
    /// still, and a quick one's ends.
    @Test func `No asynchronous fetch runs where contexts may wait in a circle`() throws {
        let files = try FileManager.default.contentsOfDirectory(
            at: Self.workloads, includingPropertiesForKeys: nil
        ).filter { file in
            try file.pathExtension == "yaml"
                && String(contentsOf: file, encoding: .utf8).contains("async")
        }
        let sign = "neither goes on"
        var stacks = 0
        for file in files {
            let setup = try RunSetup(workload: file.path)
            guard setup.plan.operations.contains(where: { $0.kind == .fetchAsync }) else {
                continue
            }
            // None would mean the default ones.
            #expect(!setup.workload.topologies.isEmpty)
            for stack in setup.workload.topologies {
                let text = try explanation(of: stack.description, in: setup)
                #expect(!text.contains(sign), "\(file.lastPathComponent): \(stack)")
                stacks += 1
            }
            #expect(try explanation(of: "private-child-only", in: setup).contains(sign))
        }
        #expect(stacks > 0)
    }

    private func explanation(of topology: String, in setup: RunSetup) throws -> String {
        try TopologyExplanation(setup.topology(topology)).paragraphs.joined(separator: "\n")
    }
}
