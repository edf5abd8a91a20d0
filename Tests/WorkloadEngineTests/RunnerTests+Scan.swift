import CoreData
import Foundation
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

    /// One scan reads a store whole, twice, without a row in the middle, and without the last one.
    @Test func `A scan that has read another state before reads a store as a new one does`()
        throws
    {
        let workload = try sample.workload()
        #expect(try runInVirtualTime(workload, "siblings", 0).isAsExpected)
        let files = try FileManager.default.contentsOfDirectory(
            at: sample.folder, includingPropertiesForKeys: nil)
        let url = try #require(files.first { $0.pathExtension == "sqlite" })
        let plan = try OperationPlan(workload)
        let model = try workload.loadModel()
        let scan = ContentScan(plan, model)
        var counts: [Int] = []
        func check() throws {
            let content = try scan.content(ofStoreAt: url)
            #expect(try content == ContentScan(plan, model).content(ofStoreAt: url))
            counts.append(content.rows(of: "City").count)
        }
        try check()
        try check()
        try deleteCity(inStoreAt: url, model) { $0 / 2 }
        try check()
        try deleteCity(inStoreAt: url, model) { $0 - 1 }
        try check()
        #expect(counts[0] > 3)
        #expect(counts == [counts[0], counts[0], counts[0] - 1, counts[0] - 2])
    }

    private func deleteCity(
        inStoreAt url: URL, _ model: NSManagedObjectModel, place: (Int) -> Int
    ) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            let cities = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "City"))
            context.delete(cities[place(cities.count)])
            try context.save()
        }
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }
}
