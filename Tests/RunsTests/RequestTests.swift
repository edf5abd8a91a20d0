import Foundation
import Glibc
import Results
import Runs
import Testing

@Suite struct RequestTests {
    @Test func `A request comes back as it was written`() async throws {
        try await withTemporaryFolder { folder in
            var request = RepetitionRequest(
                workload: "Workloads/smoke.yaml", variant: "private-writer:flush=5s",
                topology: "{}",
                repetition: 3,
                storeDirectory: folder, mode: .kill(point: .afterCommit, occurrence: 4),
                result: folder + "/result.json", stallLimitSeconds: 10)
            request.settings = [.init(key: "b", value: "2"), .init(key: "a", value: "1")]
            request.seed = .max
            request.chance = 3
            request.launchArguments = ["-com.apple.CoreData.SQLDebug", "1"]
            request.ledger = folder + "/ledger"
            request.claim = folder + "/claim"
            request.keepsRecord = false
            try request.write(to: folder + "/request.json")
            let read = try RepetitionRequest.read(from: folder + "/request.json")
            #expect(read == request)
            #expect(read.parent == getpid())
        }
    }

    @Test func `Of those that take a request one has it`() async throws {
        try await withTemporaryFolder { folder in
            var request = RepetitionRequest(
                workload: "smoke", variant: "siblings", topology: "{}", repetition: 1,
                storeDirectory: folder, mode: .simulate(.reference),
                result: folder + "/result.json", stallLimitSeconds: 10)
            request.claim = folder + "/claim"
            let takings = await withTaskGroup(of: Bool?.self) { tasks in
                for _ in 0..<8 { tasks.addTask { [request] in try? request.take() } }
                return await tasks.reduce(into: []) { $0.append($1) }
            }
            #expect(takings.filter { $0 == true }.count == 1)
            #expect(takings.filter { $0 == false }.count == 7)
            request.claim = nil
            let isOnlyOne = try request.take()
            #expect(isOnlyOne)
        }
    }

    @Test func `A claim that cannot be written down is an error that names the place`() {
        var request = RepetitionRequest(
            workload: "smoke", variant: "siblings", topology: "{}", repetition: 1,
            storeDirectory: "/nowhere", mode: .simulate(.reference),
            result: "/nowhere/result.json", stallLimitSeconds: 10)
        request.claim = "/nowhere/claim"
        let error = #expect(throws: RunsError.self) { try request.take() }
        #expect(error?.code == .notWritten)
        #expect(error?.message.contains("/nowhere/claim") == true)
    }

    @Test func `A report comes back with its record, and none is nil`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/result.json"
            #expect(try ChildReport.read(from: path) == nil)
            var record = RunRecord(topology: "t", variant: "t:x=1", repetition: 2, build: "release")
            record.noise = [1, -2, 1 << 40]
            record.phases = [.init(name: "import", isMeasured: true, began: 5, ended: 9)]
            try ChildReport.finished(record).write(to: path)
            guard case .finished(let read)? = try ChildReport.read(from: path) else {
                Issue.record("no finished report")
                return
            }
            #expect(read.noise == record.noise)
            #expect(read.phases.first?.name == "import")
            #expect(read.variant == "t:x=1")
            // Written beside and renamed: nothing else is left in the folder.
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["result.json"])
        }
    }

    @Test(arguments: ["import", "im\tport\n\"2\"", ""])
    func `A simulated report comes back with its figures, whatever a phase is called`(
        phase: String
    ) async throws {
        var figures = [
            Figure(
                metric: "main.delay", statistic: "p99", value: 0.1 + 0.2, unit: "ms",
                better: .lower, phase: phase, role: "ui", count: 118, low: -0.0, high: 1e300),
            Figure(
                metric: "loss.kill", statistic: "max", value: -1 / 3, unit: "edits",
                better: .neutral, phase: "all", count: .max),
        ]
        figures.append(contentsOf: figures)
        try await withTemporaryFolder { folder in
            let path = folder + "/result.json"
            let record = RunRecord(topology: "t", variant: "t", repetition: 2, build: "release")
            let sent = RepetitionResult(record: record, figures: figures, mark: .disturbed)
            try ChildReport.simulated(SentRepetition(sent)).write(to: path)
            guard case .simulated(let read)? = try ChildReport.read(from: path) else {
                Issue.record("no simulated report")
                return
            }
            #expect(read.result.figures == figures)
            #expect(read.result.figures[0].low?.sign == .minus)
            #expect(read.result.mark == .disturbed && read.result.record.repetition == 2)
        }
    }

    @Test(arguments: ["main.busy\\ttotal", "a\\tb\\tmany\\tms\\tlower\\tc\\td\\t1\\t\\t"])
    func `A simulated report with a line that is no figure is an error that quotes it`(
        line: String
    ) async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/result.json"
            let record = RunRecord(topology: "t", variant: "t", repetition: 2, build: "release")
            let sent = SentRepetition(RepetitionResult(record: record, figures: []))
            try ChildReport.simulated(sent).write(to: path)
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let broken = text.replacing("\"figures\":\"\"", with: "\"figures\":\"\(line)\\n\"")
            try #require(broken != text)
            try Data(broken.utf8).write(to: URL(fileURLWithPath: path))
            let error = #expect(throws: RunsError.self) { try ChildReport.read(from: path) }
            #expect(error?.code == .notRead)
            #expect(error?.message.contains(line.prefix { $0 != "\\" }) == true)
        }
    }

    @Test func `Half a report is an error that names the file`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/result.json"
            try Data("{\"finished\":{".utf8).write(to: URL(fileURLWithPath: path))
            let error = #expect(throws: RunsError.self) { try ChildReport.read(from: path) }
            #expect(error?.code == .notRead)
            #expect(error?.message.contains(path) == true)
        }
    }

    @Test func `A report of what no run has measured is an error that says what`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/result.json"
            var record = RunRecord(
                topology: "siblings", variant: "siblings", repetition: 1, build: "debug")
            record.phases = [PhaseRecord(name: "import", isMeasured: true, began: 5, ended: 3)]
            try ChildReport.finished(record).write(to: path)
            let error = #expect(throws: RunsError.self) { try ChildReport.read(from: path) }
            #expect(error?.code == .notRead)
            #expect(error?.message.contains("lasts from 5 to 3 ns") == true)
        }
    }

    @Test func `A report that has nowhere to go is an error that names the place`() {
        let error = #expect(throws: RunsError.self) {
            try ChildReport.failed(.init(kind: .stuck, message: "x")).write(
                to: "/nowhere/result.json")
        }
        #expect(error?.code == .notWritten)
        #expect(error?.message.contains("/nowhere/result.json") == true)
    }
}
