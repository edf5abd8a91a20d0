/// Which way of change a reader hopes for.
package enum Polarity: String, Codable, Sendable {
    case lower, higher, neutral
}
