import WorkloadEngine

/// The expected data after one commit of a run and the next.
///
/// The rows of a batch are put into words once and not for each commit after it: a run of forty
/// commits would spend half of its time on that.
final class ExpectedCommits {
    private let plan: OperationPlan
    private var batches: [Int: StoreContent] = [:]

    init(_ plan: OperationPlan) {
        self.plan = plan
    }

    /// The content after some operations: equal to that of `ExpectedData`.
    ///
    /// - Complexity: O(objects); the texts of earlier calls are used again.
    func content(applying operations: [Int]) -> StoreContent {
        var imported: [StoreContent] = []
        var others: [Int] = []
        for operation in operations {
            if case .importBatch = plan.operations[operation].payload {
                imported.append(batch(operation))
            } else {
                others.append(operation)
            }
        }
        return StoreContent(
            countries: Self.distinct(imported.flatMap(\.countries)),
            cities: imported.flatMap(\.cities),
            alternateNames: imported.flatMap(\.alternateNames),
            notes: ExpectedData(plan, applying: others).content.notes)
    }

    private func batch(_ operation: Int) -> StoreContent {
        if let known = batches[operation] { return known }
        let content = ExpectedData(plan, applying: [operation]).content
        batches[operation] = content
        return content
    }

    /// Batches find the countries that others brought.
    private static func distinct(_ rows: [StoreContent.Row]) -> [StoreContent.Row] {
        rows.sorted { $0.key < $1.key }.reduce(into: []) { distinct, row in
            if distinct.last?.key != row.key { distinct.append(row) }
        }
    }
}
