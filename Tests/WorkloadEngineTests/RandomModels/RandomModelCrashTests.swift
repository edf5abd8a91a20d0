import CoreData
import CrashLab
import Foundation
import Results
import Runs
import Testing
import Topologies
import WorkloadEngine

/// The crash states of random models: the store after each commit holds the expected data, read by
/// SQL that follows from the model's layout, and no crash leaves anything else.
struct RandomModelCrashTests {
    /// A thousand take 55 seconds of a core, a third of it for recovering the states:
    /// `LAB_RANDOM_CRASHES=10000` takes more.
    @Test(arguments: RandomModelSeeds.parts("LAB_RANDOM_CRASHES"))
    func `No crash of a random model leaves what no commit held`(seeds: Range<UInt64>) throws {
        // A store's files cost a tenth of the time on a disk, and the images are in memory anyway.
        let folder = try ScratchFolder.inMemory()
        defer { folder.remove() }
        var explored = 0
        for seed in seeds {
            guard let record = try Self.explore(seed, in: folder) else { continue }
            explored += 1
            #expect(
                record.violations == [],
                """
                LAB_RANDOM_MODEL=\(seed) on \(record.variant)
                \(RandomModel(seed: seed).contents)
                """)
            #expect(record.commits > 0)
        }
        // `lab new` refuses one in twenty at most, and more than that among some hundred.
        #expect(explored * 10 >= seeds.count * 9 || seeds.count == 1)
    }

    /// - Returns: `nil` for a model that `lab new` writes nothing for.
    private static func explore(
        _ seed: UInt64, in folder: ScratchFolder
    ) throws -> ExplorationRecord? {
        let place = try ScratchFolder(in: folder)
        defer { place.remove() }
        let model = URL(filePath: place.file("Model.xcdatamodel"))
        try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
        try Data(RandomModel(seed: seed).contents.utf8)
            .write(to: model.appending(path: "contents"))
        let found = try NSManagedObjectModel.load(contentsOf: model).model
        guard
            let text = try? WorkloadDraft(found, file: "model", importing: nil)
                .text(modelPath: model.path, name: "model.yaml")
        else { return nil }
        let file = place.file("model.yaml")
        let small = RandomModelRun.small(text)
        try Data(RandomModelRun.varied(small, seed).utf8).write(to: URL(filePath: file))
        var setup = try? RunSetup(workload: file)
        // What a batch insert writes cannot be predicted, and some models refuse other ways.
        if setup?.workload.crashObstacle != nil { setup = nil }
        if setup == nil { try Data(small.utf8).write(to: URL(filePath: file)) }
        let topologies = TopologyCatalogue.all.filter { $0.coordinators == 1 }
        let topology = topologies[Int(seed % UInt64(topologies.count))]
        var options = ExplorationRequest()
        options.samples = 20
        return try Exploration(
            setup ?? RunSetup(workload: file), topology: topology, variant: topology.name,
            in: ScratchFolder(in: place).path, options
        ).run()
    }
}
