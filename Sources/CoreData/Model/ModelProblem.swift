/// One way in which a model contradicts itself.
package struct ModelProblem: CustomStringConvertible {
    /// The rules that a model must satisfy.
    package enum Rule: String, Sendable {
        case entityCount, entityName, propertyName, className, hierarchy
        case attributeType, defaultValue, bounds
        case destination, inverse, count, order
        case constraint, index, configuration
    }

    /// The violated rule.
    package let rule: Rule

    /// The entity, property or index that violates it.
    let subject: AnyObject

    /// The problem, one sentence that names the subject.
    package let message: String

    /// The remedy, one sentence.
    package let remedy: String

    package var description: String {
        "\(message) \(remedy)"
    }
}
