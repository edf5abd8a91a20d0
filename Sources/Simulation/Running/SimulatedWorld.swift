import Documents
import Results
import Runs
import WorkloadEngine

/// What all topologies of a draw have in common: the workload with its model and data, the
/// operations, and the data that must be stored after them.
///
/// Reading the data of 10,000 cities takes a tenth of a second, and as long the text of what is
/// expected: a third of what a run of import-10k takes in virtual time.
struct SimulatedWorld {
    private let request: RepetitionRequest
    let setup: RunSetup
    let expectations: Expectations
    /// Reads the stores of its runs: most of their rows are equal.
    let scan: ContentScan

    /// Reads the workload of a request and draws its operations.
    ///
    /// - Parameter former: a world whose data is taken over if it is one of the same workload.
    /// - Throws: as `RunSetup.init`.
    init(of request: RepetitionRequest, after former: SimulatedWorld?) throws {
        let former = former.flatMap { $0.isOfSameWork(as: request) ? $0 : nil }
        self.request = request
        setup = try RunSetup(
            workload: request.workload, settings: request.settings, seed: request.seed,
            sharing: former?.setup)
        expectations = Expectations(setup.plan, after: former?.expectations)
        scan = former?.scan ?? ContentScan(setup.plan, setup.model)
    }

    /// Whether another request is of the same world.
    func serves(_ other: RepetitionRequest) -> Bool {
        isOfSameWork(as: other) && request.seed == other.seed
    }

    private func isOfSameWork(as other: RepetitionRequest) -> Bool {
        request.workload == other.workload && request.settings == other.settings
    }
}
