/// A line that breaks a rule of the house, and what to write in its place.
struct Violation: Hashable, CustomStringConvertible {
    let path: String
    let line: Int
    let message: String

    var description: String { "\(path):\(line): \(message)" }
}
