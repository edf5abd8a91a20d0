import Execution
import Testing
import Verdicts
import WorkloadEngine

struct MetricNameTests {
    /// The catalogue cannot import the workloads, so that it names their kinds itself.
    @Test func `Limits know every kind of operation that is measured`() {
        let kinds = OperationKind.allCases.filter { $0 != .preload }.map(\.rawValue)
        #expect(Set(MetricCatalogue.operationKinds) == Set(kinds))
        #expect(MetricCatalogue.operationKinds.count == kinds.count)
    }

    @Test func `Limits know every cause that the main queue's time may have`() {
        let causes = Cause.allCases.filter { $0 != .display }.map(\.rawValue)
        #expect(MetricCatalogue.causes == causes)
    }
}
