/// What a store held after its process was killed. The raw values are what files write.
package enum CrashVerdict: String, Codable, Sendable {
    /// The store is what the acknowledged saves make.
    case predicted
    /// It has, besides, the one whole transaction that was under way.
    case predictedInFlight = "predicted+in-flight"
    /// It is neither, or SQLite finds it broken.
    case violation
}
