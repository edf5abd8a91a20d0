import Foundation
import Testing

/// `lab simulate`, from the option to the files.
struct `A simulated run` {
    private func simulate(
        _ arguments: String..., into folder: TemporaryFolder, as name: String = "report"
    ) async throws -> LabProcess.Result {
        try await LabProcess(
            arguments: ["simulate", "--workload", "smoke", "--output", folder.file(name)]
                + ["--no-charts", "--quiet"] + arguments
        ).run()
    }

    @Test func `The same input makes the same files`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for name in ["first", "second"] {
            let result = try await simulate(
                "--topology", "siblings", "--topology", "private-writer", "--draws", "3",
                "--device", "iphone-8", into: folder, as: name)
            #expect(result.code == 0, "\(result.errors)")
        }
        for file in ["results.csv", "loss.csv", "stretches.csv", "operations.csv", "pairs.csv"] {
            let texts = try ["first", "second"].map { try folder.text("\($0)/\(file)") }
            #expect(texts[0] == texts[1] && !texts[0].isEmpty, "\(file)")
        }
        let rows = ResultsFile(try folder.text("first/results.csv")).rows
        #expect(Set(rows.map { $0["mode"] }) == ["simulated"])
        #expect(Set(rows.map { $0["device"] }) == ["iphone-8"])
        #expect(Set(rows.map { $0["build"] }) == ["any"])
        #expect(Set(rows.map { $0["repetition"] }) == ["", "1", "2", "3"])
    }

    @Test func `Draws are other worlds, and a slower device takes longer`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await simulate(
            "--topology", "single-main", "--draws", "2", "--device", "iphone-15", "--device",
            "emmc-phone", into: folder)
        #expect(result.code == 0, "\(result.errors)")
        let busy = try ["iphone-15", "emmc-phone"].map { device in
            let rows = ResultsFile(try folder.text("report/\(device)/results.csv")).rows.filter {
                $0["metric"] == "main.busy" && $0["stat"] == "total" && $0["phase"] == "import"
            }
            return rows.filter { $0["repetition"] != "" }.compactMap { Double($0["value"]) }
        }
        try #require(busy.allSatisfy { $0.count == 2 })
        #expect(busy[0][0] != busy[0][1])
        #expect(busy[1][0] > 5 * busy[0][0], "\(busy)")
    }

    @Test func `A report says that nothing was measured, and what costs rest on`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await simulate(
            "--topology", "siblings", "--draws", "1", "--device", "iphone-8", "--core", "apple",
            into: folder)
        #expect(result.code == 0, "\(result.errors)")
        for text in [result.output, try folder.text("report/report.md")] {
            let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains("Simulated: iPhone 8 (2017), Apple’s core as estimated"))
            #expect(words.contains("No measured run of this device exists"))
            #expect(words.contains("contention for cores"))
            #expect(!words.contains("Linux, this core, this machine"))
        }
    }

    @Test(arguments: [
        (["--device", "iphone-9"], "did you mean “iphone-6”", Int32(2)),
        (["--device", "iphone-8", "--device", "iphone-8"], "is given twice", 2),
        (["--draws", "0"], "give a number from 1 to 1000", 2),
        (["--device", "nvme-plp", "--core", "apple"], "has no key “apple”", 2),
    ])
    func `A request that cannot be simulated is refused with the remedy`(
        arguments: [String], wanted: String, code: Int32
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await LabProcess(
            arguments: ["simulate", "--workload", "smoke", "--output", folder.file("report")]
                + arguments
        ).run()
        #expect(result.code == code)
        #expect(result.errors.contains(wanted), "\(result.errors)")
    }
}
