/// A line that breaks a rule of the house, and the text to write instead.
struct Violation: Hashable, CustomStringConvertible {
    let path: String
    let line: Int
    let message: String

    var description: String { "\(path):\(line): \(message)" }
}
