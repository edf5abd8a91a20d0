import CoreData
import Execution
import Results
import Synchronization

/// Gets work of a role onto its context's queue, in the topology's submission style.
///
/// Work that comes in pieces with a context or a thread of their own — background tasks,
/// operations, tasks — is begun one piece after the other for each context of the topology.
final class Submitter: Sendable {
    typealias Work = @Sendable (StackContext) -> Void

    private let execution: any Execution
    /// Where background tasks come from.
    private let container: NSPersistentContainer?
    /// By the names of the contexts.
    private let lines: [String: SerialLine]
    /// The queue that operations run on, in place of an app's operation queue of one at a time.
    private let operations: any ExecutionQueue

    init(execution: any Execution, container: NSPersistentContainer?, contexts: [String]) {
        self.execution = execution
        self.container = container
        operations = execution.makeQueue(label: "operations", cause: .waitForContext)
        lines = Dictionary(
            uniqueKeysWithValues: contexts.map { ($0, SerialLine()) })
    }

    /// Runs work in a context that lasts.
    func submit(
        _ work: @escaping Work, to target: StackContext, ui: NSManagedObjectContext,
        by style: SubmissionStyle
    ) {
        switch style {
        case .perform, .backgroundTask:
            target.context.perform { work(target) }
        case .performAndWait:
            target.context.performAndWait { work(target) }
        case .performAndWaitOnMain:
            execution.mainQueue.async { target.context.performAndWait { work(target) } }
        case .operation:
            let operation = StackOperation(work, in: target, main: ui)
            operations.async { operation.start() }
        case .async:
            line(of: target.name).add { [execution] done in
                execution.startTask {
                    await target.context.perform { work(target) }
                    done()
                }
            }
        }
    }

    /// Runs work in a context that the container makes for it.
    func submitTask(_ work: @escaping Work, as layout: ContextLayout) {
        guard let container else {
            preconditionFailure("background tasks need a container; build the stack with one")
        }
        line(of: layout.name).add { done in
            container.performBackgroundTask { context in
                let target = StackContext(layout: layout, context: context)
                target.prepare()
                work(target)
                done()
            }
        }
    }

    private func line(of context: String) -> SerialLine { lines[context]! }
}
