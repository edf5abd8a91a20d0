import Foundation
import Testing

/// Explorations and studies that several machines share, and `lab merge`.
struct `Parts that lab merge joins` {
    private func lab(
        _ arguments: [String], _ output: String, in folder: TemporaryFolder
    ) async throws -> LabProcess.Result {
        var lab = LabProcess(arguments: arguments + ["--no-charts", "--output", output])
        lab.folder = folder.path
        return try await lab.run()
    }

    @Test func `Explored crashes are those of one machine, byte for byte`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let crash = [
            "crash", "--workload", "smoke", "--topology", "siblings", "--topology", "single-main",
            "--mode", "wal/full", "--mode", "delete/full", "--samples", "20", "--kills", "0",
            "--quick", "--quiet",
        ]
        let one = try await lab(crash, "one", in: folder)
        #expect(one.code == 0, "\(one.errors)")
        for number in 1...3 {
            let part = try await lab(
                crash + ["--shard", "\(number)/3"], "part-\(number)", in: folder)
            #expect(part.code == 0, "\(part.errors)")
            #expect(part.output.contains("part \(number)/3: \(number == 1 ? "2 runs" : "1 run")"))
        }
        let merged = try await lab(
            ["merge", "part-2", "part-3", "part-1"], "merged", in: folder)
        #expect(merged.code == 0, "\(merged.errors)")
        for file in ["crashes.csv", "loss.csv"] {
            let texts = try ["one", "merged"].map { try folder.text("\($0)/\(file)") }
            #expect(texts[0] == texts[1] && !texts[0].isEmpty, "\(file)")
        }
        // A part of another exploration of the same workload.
        let deeper = try await lab(
            crash.map { $0 == "20" ? "21" : $0 } + ["--shard", "2/3"], "deeper", in: folder)
        #expect(deeper.code == 0, "\(deeper.errors)")
        let mixed = try await lab(["merge", "part-1", "deeper", "part-3"], "merged", in: folder)
        #expect(mixed.code == 7 && mixed.errors.contains("is no part of the result"))
        let missing = try await lab(["merge", "part-1", "part-3"], "merged", in: folder)
        #expect(missing.code == 7 && missing.errors.contains("2/3 is missing"))
        let none = try await lab(crash + ["--shard", "5/5"], "part-5", in: folder)
        #expect(none.code == 2 && none.errors.contains("has none of 4 runs"), "\(none.errors)")
    }

    @Test func `Rounds of a workload that changed in between are not joined`() async throws {
        let copy = try WorkloadCopy()
        defer { copy.folder.remove() }
        try copy.folder.write(
            """
            schema: 1
            title: Two stacks
            source: nobody
            workload: \(copy.workload)
            set: { roles.importer.take: 40 }
            arms:
              one: { topology: siblings }
              other: { topology: single-main }
            orders:
              - { metric: main.busy.total, least-first: [one, other] }

            """, to: "two.study.yaml")
        for number in 1...2 {
            let part = try await lab(
                ["study", "two.study.yaml", "--quiet", "--device", "iphone-8", "--repetitions"]
                    + ["2", "--shard", "\(number)/2"], "part-\(number)", in: copy.folder)
            #expect(part.code == 0, "\(part.errors)")
            if number == 1 { try copy.replace("seed: 2", by: "seed: 3", in: "smoke.yaml") }
        }
        let merged = try await lab(["merge", "part-1", "part-2"], "merged", in: copy.folder)
        #expect(merged.code == 7 && merged.errors.contains("is no part of the result"))
    }

    @Test(arguments: [[], ["--device", "iphone-8"]])
    func `A study's rounds come together`(device: [String]) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write(
            """
            schema: 1
            title: Two batches
            source: nobody
            workload: smoke
            repetitions: 5
            set: { roles.importer.take: 40 }
            arms:
              small: { topology: siblings, set: { roles.importer.batch: 20 } }
              large: { topology: siblings, set: { roles.importer.batch: 40 } }
            orders:
              - { metric: operation.import-batch.count, least-first: [large, small] }

            """, to: "two.study.yaml")
        let study = ["study", "two.study.yaml", "--quiet"] + device
        for number in 1...2 {
            let part = try await lab(
                study + ["--shard", "\(number)/2"], "part-\(number)", in: folder)
            #expect(part.code == 0, "\(part.errors)")
            #expect(part.output.contains("part \(number)/2: \(number == 1 ? 6 : 4) runs"))
        }
        let merged = try await lab(["merge", "part-2", "part-1"], "merged", in: folder)
        #expect(merged.code == 0, "\(merged.errors)")
        #expect(
            merged.output.contains("holds: operation.import-batch.count: large < small"),
            "\(merged.output)")
        let table = try folder.text("merged/study.csv")
        guard device.isEmpty else {
            _ = try await lab(study, "one", in: folder)
            for file in ["study.csv", "verdicts.csv"] {
                // A run is called by its time and its process.
                let texts = try ["one", "merged"].map {
                    try folder.text("\($0)/\(file)").replacing(/[0-9]+T[0-9]+Z-[0-9]+/, with: "")
                }
                #expect(texts[0] == texts[1] && !texts[0].isEmpty, "\(file)")
            }
            return
        }
        #expect(!table.isEmpty)
        let none = try await lab(study + ["--shard", "6/6"], "part-6", in: folder)
        #expect(none.code == 2 && none.errors.contains("no round of 5"), "\(none.errors)")
        try folder.write("# changed\nschema: 1\n", to: "part-1/run.json")
        let broken = try await lab(["merge", "part-2", "part-1"], "merged", in: folder)
        #expect(broken.code == 7 && broken.errors.contains("cut off"), "\(broken.errors)")
    }
}
