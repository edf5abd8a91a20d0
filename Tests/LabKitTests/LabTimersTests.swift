import Execution
import LabKit
import Synchronization
import Testing

struct `Timers of a stack` {
    @Test func `They fire in virtual time, and none fires once they are stopped`() throws {
        let fired = Mutex<[String]>([])
        let execution = VirtualExecution(seed: 1)
        try Executions.$current.withValue(execution) {
            try execution.run {
                let timers = LabTimers(execution)
                timers.every(.seconds(1)) { fired.withLock { $0.append("every") } }
                timers.after(.milliseconds(1_500)) { fired.withLock { $0.append("after") } }
                timers.after(.milliseconds(2_500)) {
                    timers.stop()
                    timers.after(.seconds(1)) { fired.withLock { $0.append("late") } }
                }
            }
        }
        execution.close()
        #expect(fired.withLock { $0 } == ["every", "after", "every"])
    }
}
