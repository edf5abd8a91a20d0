import Foundation
import Results
import Testing

/// A run.json with numbers that no run can have, read by the built command.
struct `Impossible figures` {
    /// A change that makes a figure impossible.
    struct Figure: Sendable, CustomStringConvertible {
        var description: String
        var change: @Sendable (inout Results.Figure) -> Void
    }

    static let figures = [
        Figure(description: "a value of 1e300") { $0.value = 1e300 },
        Figure(description: "a value of -1e300") { $0.value = -1e300 },
        Figure(description: "a value of 1e-300") { $0.value = 1e-300 },
        Figure(description: "the largest value") { $0.value = .greatestFiniteMagnitude },
        Figure(description: "the smallest value") { $0.value = .leastNonzeroMagnitude },
        Figure(description: "a lower bound of -1e300") { $0.low = -1e300 },
        Figure(description: "an upper bound of 1e300") { $0.high = 1e300 },
        Figure(description: "a count of -1") { $0.count = -1 },
        Figure(description: "the largest count") { $0.count = .max },
        Figure(description: "the smallest count") { $0.count = .min },
    ]

    /// Begins and ends of a phase.
    static let lengths: [(Int64, Int64)] = [
        (.min, .max), (.max, .min), (0, .max), (.min, 0), (5, 5),
    ]

    /// The commands that read run.json; `a` is sound, and `b` is not.
    private static let commands = [
        ["compare", "a", "b", "--output", "out"], ["compare", "b", "a", "--output", "out"],
        ["compare", "b", "b", "--output", "out", "--fail-on", "main.delay.p99<1s"],
        ["history", "add", "a", "b", "--file", "nights"],
        ["baseline", "save", "main", "b", "--baselines", "shelf"], ["baseline", "show", "b"],
    ]

    /// Writes a result into the folder `b`, and a sound one into `a`.
    private func folder(
        _ run: SampleRun, _ change: (inout WorkloadResult) -> Void
    ) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try SampleRun(session: "s").write(to: folder, as: "a")
        let path = try run.write(to: folder, as: "b")
        var result = run.result
        change(&result)
        try JSONEncoder().encode(result).write(to: URL(filePath: path + "/run.json"))
        return folder
    }

    private func lab(
        _ arguments: [String], in folder: TemporaryFolder
    ) async throws -> LabProcess.Result {
        var lab = LabProcess(arguments: arguments)
        lab.folder = folder.path
        return try await lab.run()
    }

    @Test(arguments: figures, [true, false])
    func `A number that no run has is refused by its name, and nothing is written`(
        figure: Figure, isSummary: Bool
    ) async throws {
        let folder = try folder(SampleRun(session: "s").candidate()) { result in
            if isSummary {
                figure.change(&result.topologies[0].summary[1])
            } else {
                figure.change(&result.topologies[0].repetitions[11].figures[1])
            }
        }
        defer { folder.remove() }
        for command in Self.commands {
            let result = try await lab(command, in: folder)
            #expect(result.code == 7, "\(command): \(result.output)\(result.errors)")
            #expect(result.errors.contains("b/run.json cannot be compared: its main.delay.p99"))
            #expect(result.errors.contains(" of siblings is "))
            #expect(result.errors.contains("which no run has; run the workload again"))
            #expect(result.lastLine == "lab: result=incomparable code=7 report=none")
        }
        #expect(!folder.names.contains("nights"))
        #expect(!FileManager.default.fileExists(atPath: folder.file("shelf/main/run.json")))
        #expect(!FileManager.default.fileExists(atPath: folder.file("out/comparison.json")))
    }

    @Test(arguments: lengths)
    func `Phases of any length are compared, for a verdict takes none of their times`(
        began: Int64, ended: Int64
    ) async throws {
        // So noisy that the comparison reports the number of rounds that it needs, and their
        // length.
        var noisy = SampleRun(session: "s").candidate(["main.busy.total": 1.05])
        noisy.noise = SampleRun.noise.map { 1 + ($0 - 1) * 40 }
        let folder = try folder(noisy) { result in
            for index in result.topologies[0].repetitions.indices {
                result.topologies[0].repetitions[index].record.phases = [
                    PhaseRecord(name: "import", isMeasured: true, began: began, ended: ended)
                ]
            }
        }
        defer { folder.remove() }
        for command in Self.commands {
            let result = try await lab(command, in: folder)
            #expect(result.code == 0, "\(command): \(result.output)\(result.errors)")
        }
        let page = try folder.text("out/comparison.md")
        #expect(page.contains("siblings"))
    }

    @Test(arguments: ["1e999", "-1e999", "NaN", "1" + String(repeating: "0", count: 400)])
    func `A number that no format holds is refused as what cannot be read`(
        number: String
    ) async throws {
        let folder = try folder(SampleRun(session: "s").candidate()) { result in
            result.topologies[0].repetitions[0].figures[1].value = 123_456.5
        }
        defer { folder.remove() }
        let text = try folder.text("b/run.json")
        try #require(text.contains("123456.5"))
        try folder.write(text.replacing("123456.5", with: number), to: "b/run.json")
        for command in Self.commands {
            let result = try await lab(command, in: folder)
            #expect(result.code == 7, "\(command): \(result.output)\(result.errors)")
            #expect(result.errors.contains("b/run.json cannot be compared: "))
        }
    }
}
