import Testing
import WorkloadEngine

/// The reading back of simulated runs, by SQL past the engine.
extension RunnerTests {
    @Test(arguments: ["single-main", "private-writer", "siblings", "two-coordinators"])
    func `A store that is read past the engine holds what is expected`(topology: String) throws {
        let outcome = try runInVirtualTime(
            sample.parse(SampleWorkload.text([])), topology, 0, readPastTheEngine: true)
        #expect(outcome.isAsExpected, "\(outcome.differences)")
        #expect(outcome.actualDigest == outcome.expectedDigest)
    }

    @Test(arguments: [false, true])
    func `A row that the store lost is told, read past the engine or through it`(
        readPastTheEngine: Bool
    ) throws {
        let outcome = try runInVirtualTime(
            sample.parse(SampleWorkload.text([])), "siblings", 0,
            readPastTheEngine: readPastTheEngine, losingRowOf: "ZCITY")
        #expect(outcome.differences.contains { $0.hasPrefix("missing City") })
        #expect(outcome.actualDigest != outcome.expectedDigest)
    }
}
