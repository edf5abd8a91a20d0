import Synchronization

/// The reports of repetitions that run in children, each read once, as soon as it is there.
final class AwaitedReports: Sendable {
    private struct State {
        /// The places of the requests without a report so far, in order.
        var awaited: [Int]
        /// The first report that could not be read.
        var failure: (any Error)?
    }

    private let requests: [RepetitionRequest]
    private let reported: @Sendable (Int, ChildReport) -> Void
    private let state: Mutex<State>

    /// - Parameter reported: receives a request's place and its report, on the thread of the look
    ///   that found it.
    init(
        on requests: [RepetitionRequest],
        _ reported: @escaping @Sendable (Int, ChildReport) -> Void
    ) {
        self.requests = requests
        self.reported = reported
        state = Mutex(State(awaited: Array(requests.indices)))
    }

    /// Reads the reports that were written since the last look.
    func look() {
        let found = state.withLock { state in
            let found = state.awaited.filter { ChildReport.exists(at: requests[$0].result) }
            state.awaited.removeAll { found.contains($0) }
            return found
        }
        for index in found {
            do {
                guard let report = try ChildReport.read(from: requests[index].result) else {
                    continue
                }
                reported(index, report)
            } catch {
                state.withLock { $0.failure = $0.failure ?? error }
            }
        }
    }

    /// - Throws: `RunsError.notRead` for the first report that could not be read.
    func end() throws {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }
}
