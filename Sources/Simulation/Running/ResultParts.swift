import Figures
import Results
import Runs

/// Topologies of which several machines have made parts, as one machine makes them.
package enum ResultParts {
    /// The topologies with the repetitions of all parts, in order, and the summary over them.
    ///
    /// Each part has compared the operations of its own topologies; two of them may have met in
    /// none, so that all are compared again.
    ///
    /// - Parameter parts: the same topologies in the same order, each with repetitions of its
    ///   own.
    package static func joined(_ parts: [[TopologyResult]]) -> [TopologyResult] {
        var whole = parts.first ?? []
        var digests: [String: String] = [:]
        for index in whole.indices {
            let repetitions = parts.flatMap { $0[index].repetitions }
                .sorted { $0.record.repetition < $1.record.repetition }
            var failure = parts.compactMap { $0[index].failure }.first
            for record in repetitions.map(\.record) {
                // Another value of a sweep may have other operations.
                let key = "\(record.repetition) \(whole[index].point?.value ?? "")"
                let digest = digests[key] ?? record.executedDigest
                digests[key] = digest
                failure = failure ?? RunFailure(of: record, operationsDigest: digest)
            }
            whole[index].repetitions = repetitions
            whole[index].failure = failure
            guard failure == nil else { continue }
            whole[index].summary = FigureSummary.figures(
                over: whole[index].countedRepetitions.map(\.figures))
        }
        return whole
    }
}
