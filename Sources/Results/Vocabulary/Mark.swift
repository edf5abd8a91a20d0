/// What makes a repetition's figures worth less. The raw values are what files write.
package enum Mark: String, Codable, Sendable {
    case none = ""
    /// The machine gave it too little of a core.
    case disturbed
    /// It did not come to its end.
    case interrupted
}
