/// Something in a model file that the reader had to leave out, or a doubt about what it says.
package struct ModelFileWarning: Hashable, Sendable, CustomStringConvertible {
    /// The file, as the caller named it or as it was found inside what the caller named.
    package let path: String

    /// Where in the file, lines and columns from 1.
    package let line: Int
    package let column: Int

    /// What was left out or is in doubt, one sentence.
    package let message: String

    /// What to do about it, one sentence.
    package let remedy: String

    package var description: String {
        "\(path):\(line):\(column): \(message) \(remedy)"
    }
}
