/// A part of a model file that the reader left out, or a doubt about its meaning.
package struct ModelFileWarning: Hashable, Sendable, CustomStringConvertible {
    /// The file, as the caller named it, or as it was found inside the named folder.
    package let path: String

    /// The position in the file; lines and columns count from 1.
    package let line: Int
    package let column: Int

    /// The omitted or doubtful part, one sentence.
    package let message: String

    /// The remedy, one sentence.
    package let remedy: String

    package var description: String {
        "\(path):\(line):\(column): \(message) \(remedy)"
    }
}
