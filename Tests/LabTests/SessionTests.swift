import Foundation
import Results
import Testing
import Verdicts
import lab

/// Sessions in this process that start no other process.
///
/// One at a time, because each listens to Ctrl-C.
@Suite(.serialized) struct `A session` {
    @Test func `A run that cannot be selected ends before it writes`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for (workload, code) in [("nosuch", ExitCode.usage), ("smoke", .incomparable)] {
            var request = RunRequest(WorkloadRequest(workload, on: ["siblings"]))
            request.output = folder.file("out")
            request.baseline = folder.file("nobaseline")
            request.isQuiet = true
            let outcome = await RunSession(request).run()
            #expect(outcome.code == code)
            #expect(outcome.result == nil && outcome.comparison == nil)
        }
        #expect(folder.names == [])
    }

    @Test func `Damaged stores are tried in this process, and the report is written`() async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var request = FaultRequest(.damage, of: WorkloadRequest("smoke", on: ["siblings"]))
        request.output = folder.file("out")
        request.isQuiet = true
        let outcome = await FaultSession(request).run()
        #expect(outcome.code == .ok)
        #expect(try folder.text("out/report.md").contains("amage"))
    }

    // MARK: The end

    private static let undrawn = RunWarning(
        code: "gnuplot-missing", message: "there is no gnuplot", advice: "install it")

    @Test func `What cannot be written is the graver end, and the warnings are not said`() {
        var ending = SessionEnding([.ok])
        ending.write("report.md", warnings: [Self.undrawn]) {
            throw CommandFailure(.notWritten, "the disk is full")
        }
        let outcome = ending.finish()
        #expect(outcome.code == .notWritten)
        #expect(outcome.warnings == [])
    }

    @Test func `Charts that cannot be drawn are a warning, and a failure where they are required`()
    {
        for (areRequired, code) in [(false, ExitCode.gateFailed), (true, .notWritten)] {
            var ending = SessionEnding([.gateFailed])
            ending.write("report.md", charts: ChartRequest(areRequired: areRequired)) {
                [Self.undrawn]
            }
            let outcome = ending.finish()
            #expect(outcome.code == code)
            #expect(outcome.warnings == [Self.undrawn])
        }
    }

    @Test func `A failure beside the figures does not hide a graver one`() {
        var ending = SessionEnding([.integrity])
        ending.fail(CommandFailure(.notWritten, "a store could not be kept"))
        #expect(ending.finish().code == .integrity)
    }
}
