/// The content of a store after its process was killed, compared with its ledger.
///
/// Files write the raw values.
package enum CrashVerdict: String, Codable, Sendable {
    /// The store holds the data that the acknowledged saves make.
    case predicted
    /// It has, besides, the one whole transaction that was under way.
    case predictedInFlight = "predicted+in-flight"
    /// It is neither, or SQLite finds it broken.
    case violation
}
