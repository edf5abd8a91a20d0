import Execution
import StoreIO

/// The cost of one unit of each probe's work on this machine, in nanoseconds.
///
/// Measured before the run by doing the work many times in a row on probes of its own. Caches are
/// warm then, so it is the least possible cost. Multiplied by the number of units, it shows whether
/// the probes disturbed the measurement.
package struct ProbeCalibration: Sendable {
    private var units = [Double](repeating: 0, count: ProbeKind.allCases.count)

    package subscript(kind: ProbeKind) -> Double {
        get { units[kind.rawValue] }
        set { units[kind.rawValue] = newValue }
    }

    /// Measures all units except those of a tick and an arrival, which measure their own: about 20
    /// ms.
    ///
    /// - Precondition: on the main thread, with nothing else to do.
    package init() {
        let recorder = MainQueueRecorder(log: BlockLog(blocks: 4096, spans: 1 << 15))
        let execution = DispatchExecution(observer: nil)
        recorder.attach(to: execution)
        let main = execution.mainQueue

        self[.block] = Self.unit(2_000) {
            recorder.blockWillBegin(on: main)
            recorder.blockDidEnd(on: main, isIdle: true)
        }
        self[.displayBlock] = self[.block]
        // Spans are recorded inside of a block only.
        recorder.blockWillBegin(on: main)
        self[.span] = Self.unit(20_000) {
            recorder.spanWillBegin(.save)
            recorder.spanDidEnd(.save)
        }
        recorder.blockDidEnd(on: main, isIdle: true)

        let probe = RunProbe(execution: execution, recorder: recorder)
        probe.beginCalibration()
        self[.operation] = Self.unit(2_000) { probe.calibrateOperation($0) }
        self[.save] = Self.unit(2_000) { _ in
            probe.stackWillSave("main")
            probe.transactionWillBegin(contextName: "main")
            probe.transactionDidCommit(contextName: "main", at: execution.now)
            probe.stackDidSave("main")
        }
        self[.change] = Self.unit(5_000) { _ in probe.calibrateChange() }
        self[.frame] = Self.unit(5_000) { _ in
            let now = execution.now
            probe.frameDidFinish(due: now, finished: now)
        }
        self[.storeCall] =
            TracingVFS.measureCallCost() + TracingVFS.measureTraceCost(keepsPayload: false)
    }

    private static func unit(_ count: Int, _ body: () -> Void) -> Double {
        unit(count) { _ in body() }
    }

    /// The smallest of five rounds, an interruption being no part of the cost.
    private static func unit(_ count: Int, _ body: (Int) -> Void) -> Double {
        var best = Double.infinity
        for round in 0..<5 {
            let each = count / 5
            let began = ThreadClock.monotonic
            for index in 0..<each { body(round * each + index) }
            let took = (ThreadClock.monotonic - began).wholeNanoseconds
            best = min(best, Double(took) / Double(each))
        }
        return best
    }
}

extension RunProbe {
    /// Gives the probe a ledger, as a stack of one root context would.
    func beginCalibration() {
        state.withLock { $0.ledger = EditLedger(parents: [:]) }
    }

    /// Does the probe's work for an operation that edits and saves.
    func calibrateOperation(_ index: Int) {
        let now = execution.now
        begin(index, role: "ui", due: now)
        edited(index, role: "ui", phase: 0, count: 1, context: "main")
        saved(index)
        end(index, role: "ui", kind: "edit", phase: 0, rows: 0, edits: 1)
    }

    /// Does the probe's work for a change of a watched context.
    func calibrateChange() {
        noteChange(of: "main")
    }
}
