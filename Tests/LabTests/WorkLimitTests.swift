import Foundation
import Testing

/// Work without a bound is refused before any of it is drawn, with the number and the key.
struct `Too much work` {
    private static let excesses:
        [(part: String, replacement: String, place: String, message: String)] =
            [
                (
                    "poisson 60/s", "poisson 10000000/s", "14:25",
                    "“roles.ui.arrivals” come too seldom or too often; write a rate from"
                        + " 0.042/h (one a day) to 1000000/s"
                ),
                (
                    "poisson 60/s", "fixed 0.00000000000001/s", "14:25",
                    "“roles.ui.arrivals” come too seldom or too often"
                ),
                (
                    "idle, for: 150ms", "idle, for: 10h", "14:25",
                    "2,160,018 operations of the role ui are more than a run can hold; lower"
                        + " the rate, or shorten the phases: 250,000 at most"
                ),
                (
                    "idle, for: 150ms", "idle, for: 1000h", "17:3",
                    "the phases last 1,000 h together; make them 24h or shorter"
                ),
                (
                    "vsync 60Hz", "vsync 9000000000000000000Hz", "15:25",
                    "no display has the rate “9000000000000000000Hz”; write one from 1Hz to 1000Hz"
                ),
                ("cost: 1ms", "cost: 1000h", "15:43", "a frame that costs “1000h” leaves no time"),
                (
                    "take: 200, entity: City, find-or-create: Country, batch: 50, pace: 30ms",
                    "take: 200, entity: City, find-or-create: Country, batch: 50, pace: 1000h",
                    "13:",
                    "4 batches, one every 3600000s, take 4,000 h; make the pace shorter"
                ),
            ]

    @Test(arguments: excesses.indices)
    func `An excess is answered with its place, its number and what to write`(
        _ index: Int
    ) async throws {
        let excess = Self.excesses[index]
        let copy = try WorkloadCopy()
        defer { copy.folder.remove() }
        try copy.replace(excess.part, by: excess.replacement, in: "smoke.yaml")
        for command in ["lint", "operations", "explain"] {
            let result = try await LabProcess(command, copy.workload).run()
            #expect(result.code == 3)
            #expect(result.errors.contains("smoke.yaml:\(excess.place)"), "\(result.errors)")
            #expect(result.errors.contains(excess.message), "\(result.errors)")
        }
        let run = try await LabProcess("--workload", copy.workload, "--output", "/no/out").run()
        #expect(run.code == 3)
        #expect(run.errors.contains(excess.message))
    }

    @Test func `An excess that an option asks for is its mistake`() async throws {
        let result = try await LabProcess(
            "operations", "smoke", "--set", "roles.display.arrivals=vsync 2000Hz"
        ).run()
        #expect(result.code == 2)
        #expect(result.errors.contains("--set roles.display.arrivals=vsync 2000Hz: no display"))
    }

    @Test func `A file of 300,000 keys is refused before it is read as YAML`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write(
            (0..<300_000).map { "key\($0): \($0)\n" }.joined(), to: "large.yaml")
        for command in ["lint", "operations"] {
            let result = try await LabProcess(command, folder.file("large.yaml")).run()
            #expect(result.code == 3)
            #expect(result.errors.contains("and no more than 1048576 are read"))
        }
    }

    @Test func `No operation is printed of a workload whose limits are none`() async throws {
        let copy = try WorkloadCopy()
        defer { copy.folder.remove() }
        try copy.replace("< 250ms", by: "<= 1e19", in: "smoke.yaml")
        for command in ["lint", "operations", "explain"] {
            let result = try await LabProcess(command, copy.workload).run()
            #expect(result.code == 3)
            #expect(result.errors.contains("smoke.yaml:23:"), "\(result.errors)")
            #expect(!result.output.contains("import-batch"))
        }
    }

    /// Music's objects with covers of some 300 kB: 800 MB that nothing draws to check them.
    @Test func `What a content holds is not drawn to be checked`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let model = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Workloads/Models/Music.xcdatamodeld").path
        _ = try await LabProcess(
            "new", "--model", model, "--output", folder.file("music.yaml")
        ).run()
        let text = try folder.text("music.yaml")
        try folder.write(
            text.replacing("bytes 0..2048", with: "bytes 500000..500000"), to: "heavy.yaml")
        let heavy = try await LabProcess("lint", folder.file("heavy.yaml")).run()
        #expect(heavy.code == 3)
        #expect(heavy.errors.contains("take 1,2"), "\(heavy.errors)")
        #expect(heavy.errors.contains("1,024 MiB at most"))
        try folder.write(
            text.replacing("bytes 0..2048", with: "bytes 300000..300000"), to: "large.yaml")
        // 800 MB as JSON, and several times that while they are drawn.
        var lab = LabProcess("lint", folder.file("large.yaml"))
        lab.wrapper = ["/usr/bin/prlimit", "--data=400000000"]
        let large = try await lab.run()
        #expect(large.code == 0, "\(large.errors)")
    }
}
