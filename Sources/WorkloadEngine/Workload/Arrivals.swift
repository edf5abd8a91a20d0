/// When a role's operations come due.
package enum Arrivals: Sendable, Hashable {
    /// At random, independently of each other, at a mean rate per second.
    case poisson(perSecond: Double)
    /// One after the other at a fixed distance, at a rate per second.
    case fixed(perSecond: Double)

    /// The words that a workload file writes.
    static let names = ["poisson", "fixed"]

    package var perSecond: Double {
        switch self {
        case .poisson(let rate), .fixed(let rate): rate
        }
    }
}
