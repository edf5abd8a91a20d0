/// Why an app saves without an edit.
public enum FlushOccasion: Sendable {
    /// *Did enter background.*
    case background
    /// *Will terminate.*
    case termination
}
