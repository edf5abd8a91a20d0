/// The reason that a repetition's figures are less reliable.
///
/// Files write the raw values.
package enum Mark: String, Codable, Sendable {
    case none = ""
    /// The machine gave it too little of a core.
    case disturbed
    /// It did not come to its end.
    case interrupted
}
