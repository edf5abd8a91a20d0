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
    /// 350 take a minute of a core, most of it for recording each run and judging its commits, and
    /// little for the states: `LAB_RANDOM_CRASHES=1000` takes more, `LAB_RANDOM_MODEL=17` that one
    /// alone.
    private static var seeds: Range<UInt64> {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["LAB_RANDOM_MODEL"].flatMap(UInt64.init) {
            return seed..<seed + 1
        }
        return 0..<(environment["LAB_RANDOM_CRASHES"].flatMap(UInt64.init) ?? 350)
    }

    @Test func `No crash of a random model leaves what no commit held`() throws {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        var explored = 0
        for seed in Self.seeds {
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
        // `lab new` refuses one in twenty at most.
        #expect(explored * 10 >= Self.seeds.count * 9 || Self.seeds.count == 1)
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
