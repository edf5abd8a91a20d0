import Foundation
import Glibc
import Results
import Testing
import Verdicts

/// `lab run --until-told`, as a user starts it.
struct `Rounds until topologies are told apart` {
    private static let two = ["--topology", "single-main", "--topology", "siblings"]

    private func lab(_ folder: TemporaryFolder, _ arguments: [String]) -> LabProcess {
        LabProcess(
            arguments: [
                "--workload", "smoke", "--set", "crash.kills=0", "--until-told", "--no-charts",
                "--output", folder.file("out"),
            ] + arguments)
    }

    private func result(_ folder: TemporaryFolder) throws -> WorkloadResult {
        try JSONDecoder().decode(
            WorkloadResult.self, from: Data(folder.text("out/run.json").utf8))
    }

    @Test func `They end when all is told or time is up, and the files say at which level`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let run = try await lab(
            folder, Self.two + ["--within", "20s", "--keep-stores", folder.file("stores")]
        ).run()
        #expect(run.code == 0, "\(run.errors)")
        #expect(run.errors.hasPrefix("lab: this takes up to 20 s: rounds of"), "\(run.errors)")
        #expect(run.errors.contains("; first look after 6"), "\(run.errors)")
        let result = try result(folder)
        let telling = try #require(result.telling)
        // A busy machine may not be done within its time.
        #expect([.told, .timeUp].contains(telling.end))
        #expect(telling.limitSeconds == 20 && telling.seconds > 0)
        for topology in result.topologies {
            #expect(topology.repetitions.map(\.record.repetition) == Array(1...telling.rounds))
        }
        let ranking = Ranking(of: result)
        #expect(ranking.look.number == telling.looks)
        #expect(abs(telling.level - Look(number: telling.looks).level) < 1e-12)
        #expect(telling.end == .timeUp || !ranking.pairs.contains(where: \.isOpen))
        let words = telling.end == .told ? "Told after" : "Not told apart when time was up after"
        #expect(run.output.contains("\n\(words) \(telling.rounds) round"), "\(run.output)")
        #expect(try folder.text("out/report.md").contains("**Rounds.** \(words)"))
        let stores = try FileManager.default.contentsOfDirectory(atPath: folder.file("stores"))
        #expect(stores.contains("single-main.sqlite") && stores.contains("siblings.sqlite"))
    }

    @Test func `A planted topology says so in every name, and pays for its fault`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let run = try await LabProcess(
            "--workload", "smoke", "--set", "crash.kills=0", "--no-charts", "--output",
            folder.file("out"), "--repetitions", "3", "--topology", "single-main", "--plant",
            "single-main=save:4000%"
        ).run()
        #expect(run.code == 0, "\(run.errors)")
        let name = "single-main PLANTED save:4000%"
        #expect(run.output.contains(name))
        // The head is broken between words, at places that depend on the commit's name.
        let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("PLANTED: a topology pays for a fault"))
        #expect(try folder.text("out/report.md").contains("> **Planted.** "))
        let topologies = try result(folder).topologies
        #expect(topologies.map(\.variant) == ["single-main", name])
        #expect(topologies.map(\.isPlanted) == [nil, true])
        let busy = ResultsFile(try folder.text("out/results.csv"))
        let values = ["single-main", name].compactMap {
            busy.value("main.cause.save.total", $0, "import")
        }
        #expect(values.count == 2 && values[1] > 5 * values[0], "\(values)")
    }

    @Test func `A run that is interrupted between looks leaves what it has, marked`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let slow = ["--set", "roles.importer.pace=20s", "--within", "1h"]
        let run = try await lab(folder, Self.two + slow).run { process in
            Child.wait(for: 1, of: process)
            kill(process, SIGINT)
        }
        #expect(run.code == 130, "\(run.errors)")
        let result = try result(folder)
        #expect(result.isInterrupted && result.telling?.end == .interrupted)
        #expect(run.output.contains("Interrupted after 0 rounds in"), "\(run.output)")
    }

    @Test(arguments: [
        (["--repetitions", "6"], "--repetitions 6 both say how many rounds run"),
        (["--sweep", "flush=1s,2s"], "--sweep compares values of one key"),
        (["--baseline", "main"], "--baseline main: rounds that stop by the run's own figures"),
        (["--within", "10"], "--within 10: give a time from 1s to 24h with its unit"),
        (["--within", "2s"], "--within 2s is too short to tell anything: 6 rounds of"),
        (["--topology", "siblings"], "siblings alone cannot be told apart"),
        (["--plant", "single-main=save"], "write VARIANT=CAUSE:PERCENT%"),
        (["--plant", "nosuch=save:10%"], "no topology of this run is called “nosuch”"),
    ])
    func `A run that cannot be told is refused before anything runs`(
        arguments: [String], words: String
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let run = try await lab(folder, arguments).run()
        #expect(run.code == 2, "\(run.errors)")
        #expect(run.errors.contains(words), "\(run.errors)")
        #expect(folder.names == [])
    }

    @Test func `A time without rounds to bound is refused`() async throws {
        let run = try await LabProcess("--workload", "smoke", "--within", "1min").run()
        #expect(run.code == 2 && run.errors.contains("--within bounds the rounds of --until-told"))
    }
}
