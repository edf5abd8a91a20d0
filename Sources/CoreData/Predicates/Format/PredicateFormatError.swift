/// An error in a predicate format, with its position.
///
/// Apple's framework raises an Objective-C exception; `NSPredicate(format:)` traps with this text,
/// and `PredicateParser` throws it.
package struct PredicateFormatError: Error, Equatable, CustomStringConvertible {
    /// The error, or the expected text.
    package let message: String
    /// The whole format.
    package let format: String
    /// In Unicode scalars from the format's start; their count if the format ends too early.
    package let position: Int

    /// The message, the line of the format with the error, and a caret below its position.
    package var description: String {
        let scalars = Array(format.unicodeScalars)
        let start = scalars[..<position].lastIndex(of: "\n").map { $0 + 1 } ?? 0
        let end = scalars[position...].firstIndex(of: "\n") ?? scalars.count
        var line = String.UnicodeScalarView()
        line.append(contentsOf: scalars[start..<end])
        // Keep tabs in the caret's indentation, so that the caret is below its position.
        let indentation = scalars[start..<position].map { $0 == "\t" ? "\t" : " " }.joined()
        return """
            Unable to parse the predicate format at position \(position): \(message)
            \(String(line))
            \(indentation)^
            """
    }
}
