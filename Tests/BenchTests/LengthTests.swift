import Bench
import Execution
import Results
import Testing
import WorkloadEngine

/// A plan's expectation of its children's time.
struct `The time of a plan` {
    private func plan(_ settings: String...) throws -> BenchPlan {
        let settings = settings.compactMap { WorkloadSetting($0) }
        return BenchPlan(
            workloadName: "smoke", settings: settings, seed: nil,
            setup: try RunSetup(workload: "smoke", settings: settings), topologies: [],
            repetitions: 1, launchArguments: [])
    }

    @Test func `Nothing is waited for longer than the longest pause and a stall`() throws {
        #expect(try plan().stallLimit == .seconds(10))
        #expect(try plan("roles.importer.pace=30s").stallLimit == .seconds(35))
        // Half an hour in which no role has an operation.
        let still = try plan("phases.idle.for=30min", "phases.idle.roles=[display]")
        #expect(still.stallLimit == .seconds(1_805))
    }

    @Test func `An operation of many objects moves only at its end`() throws {
        let plan = try plan(
            "roles.importer.take=10000", "roles.importer.batch=10000", "roles.importer.pace=none")
        let edits = plan.setup.length.largestOperation
        #expect(edits > 10_000)
        #expect(plan.stallLimit == .milliseconds(edits))
    }

    @Test func `A child has time for each object that is imported and read back`() throws {
        let plan = try plan("roles.importer.take=10000", "roles.importer.pace=none")
        #expect(plan.setup.length.edits > 10_000)
        #expect(plan.timeLimit > .milliseconds(plan.setup.length.edits))
    }

    @Test func `A child has time for all that its operations are spread over`() throws {
        // Twenty batches, one every 30 s.
        let slow = try plan("roles.importer.batch=10", "roles.importer.pace=30s")
        #expect(slow.setup.length.nominal == .seconds(570) + .milliseconds(300))
        #expect(slow.timeLimit > .seconds(1_140) && slow.timeLimit < .seconds(1_800))
        #expect(!slow.setup.length.isAtLeast)
        #expect(try plan("roles.importer.pace=none").setup.length.isAtLeast)
    }

    @Test func `A run of more than a day is refused, however its batches come about`() throws {
        let copied = try #require(throws: WorkloadError.self) {
            // The import takes all lines of the file, whose number the workload does not contain.
            _ = try RunSetup(
                workload: "import-10k",
                settings: [WorkloadSetting(key: "roles.importer.pace", value: "2000000h")])
        }
        #expect(copied.code == .takesTooLong)
        #expect(copied.description.contains("24 h at most"))
    }

    @Test(arguments: [
        (0.45, "450 ms"), (1, "1 s"), (3.24, "3.2 s"), (9.96, "10 s"), (59.4, "59 s"),
        (60, "1 min"), (570.3, "9 min 30 s"), (3_599.6, "1 h"), (7_500, "2 h 5 min"),
    ])
    func `A time is said as people say it`(seconds: Double, words: String) {
        #expect(RunLength.words(seconds) == words)
    }
}
