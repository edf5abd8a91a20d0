import Execution
import Glibc
import Results
import Runs
import Testing

@Suite struct ChildOutcomeTests {
    private let record = RunRecord(
        topology: "siblings", variant: "siblings", repetition: 1, build: "debug")
    private let stall = StallReport(
        waits: [], threads: [], still: .seconds(5), at: Instant(nanoseconds: 0))
    private let failure = RunFailure(kind: .notWritten, message: "disk full", details: ["db"])

    private func outcome(
        _ exit: ChildExit, killer: ChildResult.Killer? = nil, error: String = "",
        report: ChildReport? = nil, mode: RepetitionRequest.Mode = .measure
    ) -> ChildOutcome {
        ChildOutcome(
            result: ChildResult(
                exit: exit, killer: killer, standardOutput: "", standardError: error,
                duration: .seconds(3)),
            report: report, mode: mode)
    }

    @Test func `A report and exit code 0 are a finished run`() throws {
        guard case .finished(let finished) = outcome(.exited(0), report: .finished(record)) else {
            Issue.record("not finished")
            return
        }
        #expect(finished.topology == "siblings")
    }

    @Test func `A report of a child that trapped afterwards is not believed`() {
        let outcome = outcome(
            .signalled(SIGILL), error: "a.swift:3: Fatal error: too late\n",
            report: .finished(record))
        #expect(outcome.failure?.kind == .trapped)
        #expect(outcome.failure?.message == "a.swift:3: Fatal error: too late (signal 4 (SIGILL))")
    }

    @Test func `A child that could not write its report has not trapped`() {
        let words = "“result.json” could not be written: No space left on device"
        let failure = outcome(.exited(ChildEnd.notWrittenCode), error: words + "\n").failure
        #expect(failure?.kind == .notWritten)
        #expect(failure?.message.contains(words) == true)
        #expect(outcome(.exited(1), error: words + "\n").failure?.kind == .trapped)
    }

    @Test func `A trap's message is all of it and nothing before it`() {
        let error =
            "progress\nCoreData/Context.swift:12: Fatal error: used off its queue\nuse perform\n"
        let failure = outcome(.signalled(SIGTRAP), error: error).failure
        #expect(
            failure?.message
                == "CoreData/Context.swift:12: Fatal error: used off its queue (signal 5 (SIGTRAP))"
        )
        #expect(failure?.details == ["use perform"])
    }

    @Test func `A trap of concurrency debugging is the stack's mistake, any other the lab's`() {
        let words =
            "Fatal error: CoreData concurrency debugging: value(forKey:) of an object of City"
        let failure = outcome(.signalled(SIGILL), error: "a.swift:3: \(words)\n").failure
        #expect(failure?.kind == .offQueue)
        #expect(failure?.message.contains("value(forKey:) of an object of City") == true)
        let other = outcome(.signalled(SIGILL), error: "a.swift:3: Fatal error: too late\n")
        #expect(other.failure?.kind == .trapped)
    }

    @Test func `A backtrace after the message is no part of it`() {
        let frames = (0...17).map {
            "\($0)    exe                                0x0000559293988169 <unavailable> + 32157"
        }
        for words in [
            "CoreData/ModelLayout.swift:27: Precondition failed: the model has 2000 entities",
            "a.swift:3: Fatal error: too late", "Assertion failed: x > 0, file a.c, line 3",
        ] {
            let lines = ["progress", words, "Current stack trace:"] + frames
            let failure = outcome(.signalled(SIGILL), error: lines.joined(separator: "\n")).failure
            #expect(failure?.message == "\(words) (signal 4 (SIGILL))")
            #expect(failure?.details == [])
        }
        let lines = ["malloc: out of memory", "Current stack trace:"] + frames
        #expect(
            outcome(.signalled(SIGABRT), error: lines.joined(separator: "\n")).failure?.message
                == "malloc: out of memory (signal 6 (SIGABRT))")
    }

    @Test func `A child that says nothing has trapped, whatever its exit code`() {
        #expect(outcome(.exited(0)).failure?.kind == .trapped)
        #expect(outcome(.exited(1), error: "what\n").failure?.message == "what (exit code 1)")
        #expect(outcome(.signalled(SIGKILL)).failure?.message.contains("memory runs out") == true)
    }

    @Test func `What the child says of itself is handed on`() {
        #expect(outcome(.exited(6), report: .stuck(stall)).failure?.kind == .stuck)
        #expect(outcome(.exited(9), report: .failed(failure)).failure?.message == "disk full")
    }

    @Test func `SIGKILL is intended only by plan, by interruption, or by itself in a kill run`() {
        let mode = RepetitionRequest.Mode.kill(point: .beforeCommit, occurrence: 2)
        for killed in [
            outcome(.signalled(SIGKILL), killer: .plan),
            outcome(.signalled(SIGKILL), killer: .interruption),
            outcome(.signalled(SIGKILL), mode: mode),
        ] {
            guard case .killed = killed else {
                Issue.record("\(killed) is not killed")
                continue
            }
            #expect(killed.failure == nil)
        }
        #expect(outcome(.signalled(SIGSEGV), mode: mode).failure?.kind == .trapped)
    }

    @Test func `A child that outlived its time is overdue, with or without a report`() {
        let silent = outcome(.signalled(SIGKILL), killer: .timeLimit)
        #expect(silent.failure?.kind == .overdue)
        #expect(silent.failure?.message.contains("3.0 s") == true)
        let late = outcome(.signalled(SIGKILL), killer: .timeLimit, report: .finished(record))
        #expect(late.failure?.message.contains("wrote its report but had not ended") == true)
    }
}
