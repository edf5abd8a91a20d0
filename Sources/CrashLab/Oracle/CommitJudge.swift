import StoreIO
import WorkloadEngine

/// Compares the store after each commit with the content that the operations committed by then
/// make, computed from the stream alone, without any stack.
///
/// This catches a transaction that holds half of an operation, and one that claims more than it
/// holds.
struct CommitJudge {
    private let plan: OperationPlan
    private let memory = RowMemory()
    private let invariants: StoreInvariants
    private let scan: ContentScan

    init(_ setup: RunSetup) {
        plan = setup.plan
        invariants = StoreInvariants(setup.model)
        scan = ContentScan(setup.plan, setup.model)
    }

    /// The mistakes in a commit, a line each.
    func problems(of commit: CommitHistory.Commit) -> [String] {
        do {
            let disk = commit.disk.copy()
            let connection = try DatabaseConnection(recovering: disk)
            let broken = try invariants.problems(in: connection)
            guard broken.isEmpty else { return broken }
            let content = try scan.content(connection) { disk.externals[$0]?.data }
            let expected =
                ExpectedData(plan, applying: commit.operations, memory: memory).content
            guard content != expected else { return [] }
            let whose = commit.isClaimed ? "" : "a transaction that is no save's: "
            return content.differences(from: expected, limit: 3).map { whose + $0 }
        } catch {
            return ["\(error)"]
        }
    }
}
