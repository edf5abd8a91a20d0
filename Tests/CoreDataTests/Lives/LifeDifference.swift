/// What an engine did otherwise than the documented rules say.
struct LifeDifference: Error, CustomStringConvertible {
    /// The rule, the same text wherever it is broken.
    let rule: String
    let details: String

    init(_ rule: String, _ details: String) {
        self.rule = rule
        self.details = details
    }

    var description: String { "\(rule): \(details)" }

    /// Throws where what was found is not what was expected.
    static func expect<T: Equatable>(
        _ rule: String, _ found: T, _ expected: T, _ place: @autoclosure () -> String
    ) throws {
        guard found != expected else { return }
        throw LifeDifference(rule, "\(place()) found \(found), expected \(expected)")
    }
}
