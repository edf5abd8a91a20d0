import Foundation

/// Translates expressions for the columns of a result, and conditions on groups of rows.
extension SQLTranslator {
    /// The SQL of an expression's value; its functions work over the rows of the group.
    ///
    /// - Throws: `SQLTranslationError`.
    func result(_ expression: NSExpression) throws -> SQLValue {
        try overRows { try value(try operand(expression), at: "\(expression)") }
    }

    /// The SQL and the kind of a key path's value.
    ///
    /// - Throws: `SQLTranslationError`, also for a to-many.
    func result(_ path: PropertyPath) throws -> SQLValue {
        try value(try operand(path, from: root), at: path.text)
    }

    /// The condition of a HAVING; its variables stand for results by name.
    ///
    /// - Throws: `SQLTranslationError`.
    func groupCondition(
        _ predicate: NSPredicate, results: [(name: String, value: SQLValue)]
    ) throws -> SQLFragment {
        for (name, value) in results { variables[name] = .value(value) }
        return try overRows { try condition(predicate) }
    }

    private func overRows<T>(_ body: () throws -> T) rethrows -> T {
        aggregatesRows = true
        defer { aggregatesRows = false }
        return try body()
    }

    /// A function over the rows of the group, or over all their members if the argument is a
    /// to-many.
    func aggregateRows(
        _ aggregator: CollectionOperator, of argument: NSExpression
    ) throws -> Operand {
        aggregatesRows = false
        defer { aggregatesRows = true }
        let operand = try operand(argument)
        if case .collection = operand { return try aggregateMembers(aggregator, of: operand) }
        let value = try value(operand, at: "\(argument)")
        let column = value.fragment
        switch aggregator {
        case .count: return .value(SQLValue("count(\(column))", .integer))
        case .sum:
            try requireNumber(value, argument)
            // The sum of no values is 0; `sum` gives NULL, and `total` gives 0 as a double.
            if case .integer = value.kind {
                // `sum` of whole numbers fails where it overflows, `+` and `*` go over to doubles:
                // sum the upper and the lower halves, and carry.
                let upper: SQLFragment = "ifnull(sum(\(column) >> 32), 0)"
                let lower: SQLFragment = "ifnull(sum(\(column) & 4294967295), 0)"
                let sum: SQLFragment = """
                    ((\(upper) + (\(lower) >> 32)) * 4294967296 + (\(lower) & 4294967295))
                    """
                return .value(SQLValue(sum, .integer))
            }
            return .value(SQLValue("total(\(column))", .number))
        case .average:
            try requireNumber(value, argument)
            return .value(SQLValue("avg(\(column))", .number))
        case .min, .max:
            let name: SQLFragment = aggregator == .min ? "min" : "max"
            switch value.kind {
            case .object, .entity, .opaque:
                throw SQLTranslationError.notTranslatable(
                    "\(argument)", "its values have no order")
            default: return .value(SQLValue("\(name)(\(column))", value.kind))
            }
        }
    }

    /// Aggregates each row's members, then the rows, as a join of both would.
    private func aggregateMembers(
        _ aggregator: CollectionOperator, of operand: Operand
    ) throws -> Operand {
        func ofRow(_ aggregator: CollectionOperator) throws -> SQLValue {
            try value(
                try aggregate(aggregator, of: operand, at: aggregator.functionName),
                at: aggregator.functionName)
        }
        switch aggregator {
        case .count:
            let count = try ofRow(.count).fragment
            return .value(SQLValue("ifnull(sum(\(count)), 0)", .integer))
        case .sum: return .value(SQLValue("total(\(try ofRow(.sum).fragment))", .number))
        case .average:
            let sum = try ofRow(.sum).fragment
            let count = try ofRow(.count).fragment
            return .value(SQLValue("(total(\(sum)) / nullif(sum(\(count)), 0))", .number))
        case .min, .max:
            let name: SQLFragment = aggregator == .min ? "min" : "max"
            let extreme = try ofRow(aggregator)
            return .value(SQLValue("\(name)(\(extreme.fragment))", extreme.kind))
        }
    }

    private func requireNumber(_ value: SQLValue, _ argument: NSExpression) throws {
        if !value.kind.isNumber {
            throw SQLTranslationError.notTranslatable(
                "\(argument)", "only numbers have a sum or an average")
        }
    }
}
