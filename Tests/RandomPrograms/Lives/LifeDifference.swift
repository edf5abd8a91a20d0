/// A deviation of an engine from the documented rules.
struct LifeDifference: Error, CustomStringConvertible {
    /// The rule, the same text wherever it is broken.
    let rule: String
    let details: String

    init(_ rule: String, _ details: String) {
        self.rule = rule
        self.details = details
    }

    var description: String { "\(rule): \(details)" }

    /// Throws if a found value differs from the expected one.
    static func expect<T: Equatable>(
        _ rule: String, _ found: T, _ expected: T, _ place: @autoclosure () -> String
    ) throws {
        guard found != expected else { return }
        throw LifeDifference(rule, "\(place()) found \(found), expected \(expected)")
    }
}
