/// One way in which a model contradicts itself.
package struct ModelProblem: CustomStringConvertible {
    /// The rules that a model keeps.
    package enum Rule: String, Sendable {
        case entityCount, entityName, propertyName, className, hierarchy
        case attributeType, defaultValue, bounds
        case destination, inverse, count, order
        case constraint, index, configuration
    }

    /// The rule that is broken.
    package let rule: Rule

    /// What breaks it: an entity, a property or an index.
    let subject: AnyObject

    /// What is wrong, one sentence that names the subject.
    package let message: String

    /// What to do, one sentence.
    package let remedy: String

    package var description: String {
        "\(message) \(remedy)"
    }
}
