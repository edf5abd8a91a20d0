import Foundation

extension SQLTranslator {
    /// One side of a comparison.
    func operand(_ expression: NSExpression) throws -> Operand {
        if Self.isKnown(expression) {
            let evaluator = PredicateEvaluator(object: nil, variables: [:])
            return .constant(evaluator.value(of: expression))
        }
        switch expression.node {
        case .constant(let value): return .constant(value)
        case .evaluatedObject: return .object(root)
        case .variable(let name):
            guard let value = variables[name] else {
                throw SQLTranslationError.unboundVariable(name)
            }
            return value
        case .keyPath(let path): return try operand(path, from: root)
        case .valueForKeyPath(let base, let path): return try operand(path, from: try operand(base))
        case .index(let base, .size):
            return try aggregate(.count, of: try operand(base), at: "\(expression)")
        case .function(let function, let arguments):
            return .value(try call(function, arguments))
        case .collection(let aggregator, let argument) where aggregatesRows:
            return try aggregateRows(aggregator, of: argument)
        case .collection(let aggregator, let argument):
            return try aggregate(aggregator, of: try operand(argument), at: "\(argument)")
        case .cast(let argument, let type): return .value(try cast(argument, to: type))
        case .aggregate(let parts): return .list(try parts.map(operand))
        case .subquery(let collection, let variable, let predicate):
            return try subquery(collection, variable, predicate)
        case .conditional(let predicate, let left, let right):
            return .value(try conditional(predicate, left, right))
        case .index:
            throw SQLTranslationError.notTranslatable("\(expression)", "rows have no positions")
        case .sets:
            throw SQLTranslationError.notTranslatable("\(expression)", "it combines collections")
        case .block:
            throw SQLTranslationError.notTranslatable("A block expression", "SQL cannot call it")
        }
    }

    /// Whether an expression has the same value for every row: it reads neither row nor variable.
    private static func isKnown(_ expression: NSExpression) -> Bool {
        switch expression.node {
        case .constant: true
        case .evaluatedObject, .variable, .keyPath, .subquery, .block, .conditional: false
        case .valueForKeyPath(let base, _), .index(let base, .first), .index(let base, .last),
            .index(let base, .size), .cast(let base, _), .collection(_, let base):
            isKnown(base)
        case .index(let base, .at(let index)): isKnown(base) && isKnown(index)
        case .function(_, let arguments), .aggregate(let arguments): arguments.allSatisfy(isKnown)
        case .sets(_, let left, let right): isKnown(left) && isKnown(right)
        }
    }

    /// One value of an operand, for arithmetic and sorting.
    func value(_ operand: Operand, at place: String) throws -> SQLValue {
        switch operand {
        case .value(let value): return value
        case .object(let scope): return SQLValue(SQLFragment(scope.key), .object(scope.entity))
        case .constant(let constant):
            let value = PredicateValue(constant)
            if value.isNull { return SQLValue("NULL", .opaque) }
            guard let kind = SQLKind(value), let binding = SQLBinding(value) else {
                throw SQLTranslationError.notTranslatable(place, "it is not a single value")
            }
            return SQLValue("\(binding: binding)", kind)
        case .collection: throw SQLTranslationError.toManyNotAllowed(place)
        case .list:
            throw SQLTranslationError.notTranslatable(place, "it is not a single value")
        }
    }
}

// MARK: - Key paths

extension SQLTranslator {
    private func operand(_ path: PropertyPath, from base: Operand) throws -> Operand {
        switch base {
        case .object(let scope): return try operand(path, from: scope)
        case .value(let value):
            if path.components == ["length"], value.kind.isText { return .value(length(of: value)) }
            throw SQLTranslationError.notTranslatable(path.text, "its base is not an object")
        case .collection(let collection):
            return try continued(collection, path.components[...], in: path)
        case .constant, .list:
            throw SQLTranslationError.notTranslatable(path.text, "its base is not an object")
        }
    }

    /// Follows a key path from an object.
    func operand(_ path: PropertyPath, from start: SQLScope) throws -> Operand {
        var scope = start
        for (index, name) in path.components.enumerated() {
            let rest = path.components[(index + 1)...]
            if PropertyPath.isSelf(name) || name == "objectID" && rest.isEmpty { continue }
            if name.hasPrefix("@") { throw SQLTranslationError.notToMany(path.text) }
            if let entity = entity(of: scope, name, rest) { return .value(entity) }
            switch try property(name, of: scope.entity, in: path) {
            case let composite as NSCompositeAttributeDescription:
                let (attribute, rest) = try element(of: composite, rest, in: path)
                let column = scope.value(of: attribute)
                if rest.isEmpty { return .value(column) }
                return try operand(PropertyPath(components: Array(rest)), from: .value(column))
            case let attribute as NSAttributeDescription:
                let column = scope.value(of: attribute)
                if rest.isEmpty { return .value(column) }
                return try operand(PropertyPath(components: Array(rest)), from: .value(column))
            case let relationship as NSRelationshipDescription where relationship.isToMany:
                return try continued(try scope.members(of: relationship), rest, in: path)
            case let relationship as NSRelationshipDescription:
                scope = try scope.destination(of: relationship)
            case let property:
                throw SQLTranslationError.notInStore(property)
            }
        }
        return .object(scope)
    }

    /// Follows the rest of a key path from the members of a to-many.
    private func continued(
        _ start: SQLCollection, _ components: ArraySlice<String>, in path: PropertyPath
    ) throws -> Operand {
        var collection = start
        var isBehindToOne = false
        for (index, name) in zip(components.indices, components) {
            let rest = components[(index + 1)...]
            if PropertyPath.isSelf(name) || name == "objectID" && rest.isEmpty { continue }
            if name.hasPrefix("@") {
                guard let aggregator = CollectionOperator(rawValue: name) else {
                    throw SQLTranslationError.notTranslatable(
                        path.text, "it has the unknown operator \(name)")
                }
                let elements = try continued(collection, rest, in: path)
                return try aggregate(aggregator, of: elements, at: path.text)
            }
            if let entity = entity(of: collection.scope, name, rest) {
                collection.element = entity
                return .collection(collection)
            }
            switch try property(name, of: collection.scope.entity, in: path) {
            case let composite as NSCompositeAttributeDescription:
                let (attribute, rest) = try element(of: composite, rest, in: path)
                collection.element = collection.scope.value(of: attribute)
                return try attributeEnd(collection, rest, in: path)
            case let attribute as NSAttributeDescription:
                collection.element = collection.scope.value(of: attribute)
                if rest.first == "length", collection.element.kind.isText {
                    collection.element = length(of: collection.element)
                    return try attributeEnd(collection, rest.dropFirst(), in: path)
                }
                return try attributeEnd(collection, rest, in: path)
            case let relationship as NSRelationshipDescription where relationship.isToMany:
                // A missing to-one gives one nil in memory, but no row here.
                if isBehindToOne { throw SQLTranslationError.nestedToMany(name) }
                collection = try collection.scope.members(of: relationship, in: collection)
            case let relationship as NSRelationshipDescription:
                isBehindToOne = true
                collection.scope = try collection.scope.destination(of: relationship)
                collection.element = SQLValue(
                    SQLFragment(collection.scope.key), .object(collection.scope.entity))
            case let property:
                throw SQLTranslationError.notInStore(property)
            }
        }
        return .collection(collection)
    }

    /// Only an operator can follow an attribute: `kids.age.@max`.
    private func attributeEnd(
        _ collection: SQLCollection, _ rest: ArraySlice<String>, in path: PropertyPath
    ) throws -> Operand {
        guard let name = rest.first else { return .collection(collection) }
        guard let aggregator = CollectionOperator(rawValue: name), rest.count == 1 else {
            throw SQLTranslationError.notTranslatable(path.text, "an attribute has no \(name)")
        }
        return try aggregate(aggregator, of: .collection(collection), at: path.text)
    }

    /// `entity` at the end of a key path, or `entity.name`.
    private func entity(
        of scope: SQLScope, _ name: String, _ rest: ArraySlice<String>
    ) -> SQLValue? {
        guard name == "entity" else { return nil }
        if rest.isEmpty { return scope.entityNumber }
        return Array(rest) == ["name"] ? scope.entityName : nil
    }

    private func property(
        _ name: String, of entity: NSEntityDescription, in path: PropertyPath
    ) throws -> NSPropertyDescription {
        guard let property = entity.propertiesByName[name] else {
            throw SQLTranslationError.unknownKey(path.text, entity: entity)
        }
        if property.isTransient {
            throw SQLTranslationError.notInStore(property)
        }
        return property
    }

    /// The element at the end of a path through composites, and the path behind it.
    private func element(
        of composite: NSCompositeAttributeDescription, _ rest: ArraySlice<String>,
        in path: PropertyPath
    ) throws -> (NSAttributeDescription, ArraySlice<String>) {
        guard let name = rest.first else { throw SQLTranslationError.notInStore(composite) }
        guard let element = composite.elements.first(where: { $0.name == name }) else {
            throw SQLTranslationError.notTranslatable(
                path.text, "“\(composite.name)” has no element “\(name)”")
        }
        guard let inner = element as? NSCompositeAttributeDescription else {
            return (element, rest.dropFirst())
        }
        return try self.element(of: inner, rest.dropFirst(), in: path)
    }

    private func length(of text: SQLValue) -> SQLValue {
        SQLValue("coredata_call('length:', \(text.fragment))", .integer)
    }
}

// MARK: - Collections

extension SQLTranslator {
    func aggregate(
        _ aggregator: CollectionOperator, of operand: Operand, at place: String
    ) throws -> Operand {
        guard case .collection(let collection) = operand else {
            throw SQLTranslationError.notToMany(place)
        }
        let element = collection.element
        switch aggregator {
        case .count:
            return .value(SQLValue(collection.select("COUNT(*)"), .integer))
        case .sum, .average:
            guard element.kind.isNumber else {
                throw SQLTranslationError.notTranslatable(place, "only numbers have a sum")
            }
            // `sum` would overflow on whole numbers; predicates in memory add doubles.
            return .value(
                SQLValue(
                    aggregator == .sum
                        ? collection.select("total(\(element.fragment))")
                        : collection.select("ifnull(avg(ifnull(\(element.fragment), 0)), 0)"),
                    .number))
        case .min, .max:
            switch element.kind {
            case .object, .entity, .opaque:
                throw SQLTranslationError.notTranslatable(place, "its values have no order")
            default:
                let name: SQLFragment = aggregator == .min ? "min" : "max"
                let select = collection.select("\(name)(\(element.fragment))")
                return .value(SQLValue(select, element.kind))
            }
        }
    }

    private func subquery(
        _ expression: NSExpression, _ variable: String, _ predicate: NSPredicate
    ) throws -> Operand {
        guard case .collection(var collection) = try operand(expression) else {
            throw SQLTranslationError.notToMany("\(expression)")
        }
        let hidden = variables[variable]
        defer { variables[variable] = hidden }
        if case .object = collection.element.kind {
            variables[variable] = .object(collection.scope)
        } else {
            variables[variable] = .value(collection.element)
        }
        // Its functions are over the members of a member, not over the rows of the result.
        let aggregates = aggregatesRows
        aggregatesRows = false
        defer { aggregatesRows = aggregates }
        let condition = try withTruth(false) { try translate(predicate) }
        collection.condition = "\(collection.condition) AND (\(condition))"
        return .collection(collection)
    }
}

// MARK: - Functions

extension SQLTranslator {
    /// Functions for which SQLite has an operator that computes as Cocoa does.
    ///
    /// `operators` do so for all numbers, `wholeOperators` for whole numbers only.
    private static let operators = [
        "add:to:": "+", "from:subtract:": "-", "multiply:by:": "*", "divide:by:": "/",
    ]
    private static let wholeOperators = [
        "bitwiseAnd:with:": "&", "bitwiseOr:with:": "|", "leftshift:by:": "<<",
        "rightshift:by:": ">>",
    ]

    private func call(
        _ function: PredicateFunction, _ arguments: [NSExpression]
    ) throws -> SQLValue {
        let values = try arguments.map { argument in
            real(try value(try operand(argument), at: "\(argument)"))
        }
        let kind = SQLKind(function.kind)
        let takesText = function.kind == .text || function.name == "length:"
        for value in values where takesText ? !value.kind.isText : !value.kind.isNumber {
            // In memory an argument of the wrong kind gives nil, as does nil itself.
            return SQLValue("NULL", kind)
        }
        if values.count == 2 {
            let (left, right) = (values[0], values[1])
            let areWhole = values.allSatisfy { if case .integer = $0.kind { true } else { false } }
            if let symbol = Self.operators[function.name] {
                return SQLValue("(\(left.fragment) \(raw: symbol) \(right.fragment))", .number)
            }
            if areWhole, let symbol = Self.wholeOperators[function.name] {
                return SQLValue("(\(left.fragment) \(raw: symbol) \(right.fragment))", .integer)
            }
        }
        let list = values.map(\.fragment).listed()
        return SQLValue("coredata_call('\(raw: function.name)', \(list))", kind)
    }

    /// A number for arithmetic.
    ///
    /// SQLite reads 3.0 from a DECIMAL column as 3, and would divide it as a whole number.
    private func real(_ value: SQLValue) -> SQLValue {
        guard case .decimal = value.kind else { return value }
        return SQLValue("CAST(\(value.fragment) AS REAL)", .number)
    }

    private func cast(
        _ argument: NSExpression, to type: NSExpression.CastType
    ) throws -> SQLValue {
        let value = try value(try operand(argument), at: "\(argument)")
        switch (type, value.kind) {
        case (.date, .integer), (.date, .number), (.date, .decimal), (.date, .date):
            return SQLValue(value.fragment, .date)
        case (.number, .date):
            return SQLValue("CAST(\(value.fragment) AS REAL)", .number)
        case (.number, .integer), (.number, .number), (.number, .decimal), (.text, .text):
            return value
        default:
            throw SQLTranslationError.notTranslatable(
                "CAST(\(argument), \"\(type.rawValue)\")", "the store has no such cast")
        }
    }

    private func conditional(
        _ predicate: NSPredicate, _ left: NSExpression, _ right: NSExpression
    ) throws -> SQLValue {
        let condition = try withTruth(false) { try translate(predicate) }
        let left = real(try value(try operand(left), at: "\(left)"))
        let right = real(try value(try operand(right), at: "\(right)"))
        let kind: SQLKind
        if left.fragment == "NULL" {
            kind = right.kind
        } else if right.fragment == "NULL" || left.kind.isComparable(with: right.kind) {
            kind = left.kind.isNumber ? .number : left.kind
        } else {
            throw SQLTranslationError.notTranslatable(
                "TERNARY(\(predicate), …)", "its two values are of different kinds")
        }
        return SQLValue(
            "CASE WHEN \(condition) THEN \(left.fragment) ELSE \(right.fragment) END", kind)
    }
}
