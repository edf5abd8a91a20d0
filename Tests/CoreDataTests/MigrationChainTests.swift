import CoreData
import Foundation
import RandomPrograms
import Testing

/// Random chains of versions of a model, and stores that are migrated along them.
///
/// Stores are written with each version and migrated over one step or several; some look like
/// Apple's, whose version must be found among those that lie side by side. `LAB_TEST_SEED=<seed>
/// swift test --filter MigrationChainTests` repeats one, `LAB_TEST_CHAINS=<count>` runs so many.
@Suite(.timeLimit(.minutes(120))) struct MigrationChainTests {
    private static let chains: UInt64 = 10_000
    /// Parts that run beside each other, and beside other tests.
    private static let parts: UInt64 = 4

    private static var seeds: [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["LAB_TEST_SEED"].flatMap(UInt64.init) { return [seed] }
        let count = environment["LAB_TEST_CHAINS"].flatMap(UInt64.init) ?? chains
        return Array(1...max(1, count))
    }

    @Test(arguments: 0..<parts)
    func `Random chains of versions keep every value that two versions have`(part: UInt64) throws {
        // In memory, where the machine has such a folder.
        let memory = URL(fileURLWithPath: "/dev/shm")
        let isThere = FileManager.default.isWritableFile(atPath: memory.path)
        let folder = (isThere ? memory : FileManager.default.temporaryDirectory)
            .appendingPathComponent("core-data-chains-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var failures = 0
        for seed in Self.seeds where seed % Self.parts == part {
            var maker = ChainMaker(seed: seed)
            guard let report = ChainCheck(maker.make(), in: folder).report() else { continue }
            Issue.record("\(report)")
            failures += 1
            if failures == 3 { break }
        }
        #expect(failures == 0)
    }
}
