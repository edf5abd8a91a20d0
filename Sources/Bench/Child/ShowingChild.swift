import Execution
import Runs
import Topologies
import WorkloadEngine

/// A child that opens a stack which is written in Swift, to see its contexts.
///
/// It is a process of its own, because the code is its author's: it may trap, or wait for ever.
package enum ShowingChild {
    /// Opens the stack of the request's topology, reports the layout that it shows, and ends the
    /// process.
    ///
    /// - Precondition: on the main thread of a process that was started for it.
    package static func run(_ request: RepetitionRequest) -> Never {
        let execution = DispatchExecution(observer: nil)
        execution.becomeShared()
        let watchdog = ChildEnd.watchdog(of: execution, for: request)
        do {
            try Executions.$current.withValue(execution) {
                let store = try RunSetup(
                    workload: request.workload, settings: request.settings, seed: request.seed
                ).makeStore(in: request.storeDirectory)
                let stack = try CodedStack.named(Topology(json: request.topology).name)
                watchdog.didProgress()
                try stack.show(store) { topology in
                    ChildEnd.end(with: .shown(topology.json), for: request)
                }
            }
        } catch {
            ChildEnd.end(
                with: .failed(ChildEnd.failure(of: error, while: "a stack was opened")),
                for: request)
        }
        MainLoop.run()
    }
}
