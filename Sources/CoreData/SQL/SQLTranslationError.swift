import Foundation

/// The reason why a predicate or sort descriptor has no form in SQL, with a remedy.
package struct SQLTranslationError: Error, Equatable, CustomStringConvertible {
    package enum Code: Equatable, Sendable {
        /// A key path names no property of its entity.
        case unknownKey
        /// A to-many relationship is used as one value, or one value as a to-many.
        case cardinality
        /// The store lacks the value, or has it in a form that SQL cannot compare.
        case notInStore
        /// The store cannot compute this.
        case notTranslatable
        /// A variable has no value.
        case unboundVariable
    }

    package let code: Code
    package let description: String

    static func unknownKey(_ key: String, entity: NSEntityDescription) -> SQLTranslationError {
        let names = entity.propertiesByName.keys.sorted().joined(separator: ", ")
        return .init(
            code: .unknownKey,
            description: "The key path \(key) is not found in the entity \(entity.name ?? "?"). "
                + "It has \(names.isEmpty ? "no properties" : names).")
    }

    static func toManyNotAllowed(_ key: String) -> SQLTranslationError {
        .init(
            code: .cardinality,
            description: "The to-many key \(key) is not allowed here. Compare with ANY, ALL or "
                + "NONE, or apply @count, @sum, @min, @max, @avg or SUBQUERY to it.")
    }

    static func notToMany(_ what: String) -> SQLTranslationError {
        .init(
            code: .cardinality,
            description: "\(what) is not a to-many relationship, which ANY, ALL, NONE, SUBQUERY "
                + "and collection operators need.")
    }

    static func nestedToMany(_ key: String) -> SQLTranslationError {
        .init(
            code: .cardinality,
            description: "The to-many key \(key) follows a to-one that follows another to-many. "
                + "Split the path with SUBQUERY.")
    }

    static func notInStore(_ property: NSPropertyDescription) -> SQLTranslationError {
        .init(
            code: .notInStore,
            description: "\(property.name) of \(property.entity.name ?? "?") is transient, fetched "
                + "or composite, so the store has no column for it. Fetch first, then filter or "
                + "sort the result in memory.")
    }

    static func opaqueColumn(_ name: String) -> SQLTranslationError {
        .init(
            code: .notInStore,
            description: "\(name) is stored as an archive, which SQL can only compare with nil. "
                + "Fetch first, then filter or sort the result in memory.")
    }

    static func notTranslatable(_ what: String, _ reason: String) -> SQLTranslationError {
        .init(
            code: .notTranslatable,
            description: "\(what) cannot be translated to SQL: \(reason). Fetch first, then filter "
                + "or sort the result in memory.")
    }

    static func unboundVariable(_ name: String) -> SQLTranslationError {
        .init(
            code: .unboundVariable,
            description: "The variable $\(name) has no value. Call "
                + "withSubstitutionVariables(_:) before the fetch.")
    }
}
