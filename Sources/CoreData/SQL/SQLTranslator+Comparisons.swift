import Foundation

extension SQLTranslator {
    /// Compares two operands, as `NSComparisonPredicate.Operator.holds` does.
    func compare(
        _ left: Operand, _ comparison: NSComparisonPredicate, _ right: Operand
    ) throws -> SQLFragment {
        let type = comparison.predicateOperatorType, options = comparison.options
        switch (type, left, right) {
        case (_, .constant(let left), .constant(let right)):
            let holds = type.holds(PredicateValue(left), PredicateValue(right), options: options)
            return holds ? "1" : "0"
        case (.in, _, .collection(let collection)):
            return try membership(left, comparison, in: collection)
        case (.contains, .collection(let collection), _):
            return try membership(right, comparison, in: collection)
        case (.in, _, .list(let elements)):
            return try membership(left, comparison, in: elements)
        case (.contains, .list(let elements), _):
            return try membership(right, comparison, in: elements)
        case (.between, _, _):
            return try between(left, comparison, right)
        case (_, .collection, _):
            throw SQLTranslationError.toManyNotAllowed("\(comparison.leftExpression)")
        case (_, _, .collection):
            throw SQLTranslationError.toManyNotAllowed("\(comparison.rightExpression)")
        case (_, .list, _), (_, _, .list):
            throw SQLTranslationError.notTranslatable("\(comparison)", "it compares lists")
        default:
            return try compareValues(left, type, right, options)
        }
    }

    /// Compares two operands; at least one is not a constant, and neither is a list.
    private func compareValues(
        _ left: Operand, _ type: NSComparisonPredicate.Operator, _ right: Operand,
        _ options: NSComparisonPredicate.Options
    ) throws -> SQLFragment {
        if type == .in, case .constant(let value) = right {
            if case .collection(let elements) = PredicateValue(value) {
                return try membership(left, value, elements, options)
            }
        }
        if type == .contains, case .constant(let value) = left,
            case .collection(let elements) = PredicateValue(value)
        {
            return try membership(right, value, elements, options)
        }
        switch type {
        case .equalTo, .notEqualTo, .lessThan, .lessThanOrEqualTo, .greaterThan,
            .greaterThanOrEqualTo:
            return try compareScalars(left, type, right, options)
        case .in: return try compareTexts(right, .contains, left, options)
        case .contains, .beginsWith, .endsWith, .like, .matches:
            return try compareTexts(left, type, right, options)
        case .between:
            fatalError("BETWEEN has been taken apart before.")
        }
    }

    // MARK: Scalars

    private func compareScalars(
        _ left: Operand, _ type: NSComparisonPredicate.Operator, _ right: Operand,
        _ options: NSComparisonPredicate.Options
    ) throws -> SQLFragment {
        switch try matched(left, right) {
        case .never: return type == .notEqualTo ? "1" : "0"
        case .constantNull(let value):
            switch type {
            case .equalTo: return "\(value.presence ?? value.fragment) IS NULL"
            case .notEqualTo: return "\(value.presence ?? value.fragment) IS NOT NULL"
            default: return "0"
            }
        case .onlyNulls(let left, let right):
            let areNull: SQLFragment = "(\(left.fragment) IS NULL AND \(right.fragment) IS NULL)"
            switch type {
            case .equalTo: return areNull
            case .notEqualTo: return "NOT \(areNull)"
            default: return "0"
            }
        case .values(let left, let right, let isOneConstant):
            let one = folded(left, options), other = folded(right, options)
            switch type {
            case .equalTo:
                // A bound value is not NULL: `=` finds the same rows as IS, and can use every
                // index.
                return isOneConstant && !needsTruth ? "\(one) = \(other)" : "\(one) IS \(other)"
            case .notEqualTo: return "\(one) IS NOT \(other)"
            default:
                // Objects have no order, neither here nor in memory.
                if case .object = left.kind { return "0" }
                if case .entity = left.kind { return "0" }
                return settled("\(one) \(raw: type.word) \(other)")
            }
        }
    }

    /// Two sides of a comparison once their kinds are known.
    private enum Match {
        /// Of different kinds, and one of them not `nil`.
        case never
        /// One side is the constant `nil`.
        case constantNull(SQLValue)
        /// Two columns of different kinds: equal only if both are NULL.
        case onlyNulls(SQLValue, SQLValue)
        case values(SQLValue, SQLValue, isOneConstant: Bool)
    }

    private func matched(_ left: Operand, _ right: Operand) throws -> Match {
        switch (left, right) {
        case (.constant(let constant), _):
            let value = try value(right, at: "the right side")
            guard let constant = unwrapped(constant) else { return .constantNull(value) }
            guard let bound = try bound(constant, comparedWith: value) else { return .never }
            return .values(bound, value, isOneConstant: true)
        case (_, .constant(let constant)):
            let value = try value(left, at: "the left side")
            guard let constant = unwrapped(constant) else { return .constantNull(value) }
            guard let bound = try bound(constant, comparedWith: value) else { return .never }
            return .values(value, bound, isOneConstant: true)
        default:
            let left = try value(left, at: "the left side")
            let right = try value(right, at: "the right side")
            try requireComparable(left)
            try requireComparable(right)
            return left.kind.isComparable(with: right.kind)
                ? .values(left, right, isOneConstant: false) : .onlyNulls(left, right)
        }
    }

    /// Refuses archives, whose bytes SQL cannot compare.
    private func requireComparable(_ value: SQLValue) throws {
        if case .opaque = value.kind, value.fragment != "NULL" {
            throw SQLTranslationError.opaqueColumn(value.fragment.text)
        }
    }

    private func bound(_ constant: Any, comparedWith other: SQLValue) throws -> SQLValue? {
        try requireComparable(other)
        return binding(constant, comparedWith: other.kind).map {
            SQLValue("\(binding: $0)", other.kind)
        }
    }

    /// A constant as a binding beside a value of a kind; `nil` if no such value can equal it.
    private func binding(_ constant: Any, comparedWith kind: SQLKind) -> SQLBinding? {
        if case .object(let entity) = kind {
            return keyOfObject(constant, entity).map { .integer($0) }
        }
        if case .entity(let entity) = kind { return number(of: constant, besides: entity) }
        let value = PredicateValue(constant)
        guard let own = SQLKind(value), own.isComparable(with: kind) else { return nil }
        return SQLBinding(value)
    }

    /// The number of a constant entity in the model of the rows.
    private func number(of constant: Any, besides entity: NSEntityDescription) -> SQLBinding? {
        guard let constant = constant as? NSEntityDescription,
            let own = entity.managedObjectModel.entitiesByName[constant.name ?? ""], own == constant
        else { return nil }
        return .integer(Int64(own.index + 1))
    }

    private func folded(
        _ value: SQLValue, _ options: NSComparisonPredicate.Options
    ) -> SQLFragment {
        let folding = options.intersection([.caseInsensitive, .diacriticInsensitive])
        guard value.kind.isText, !folding.isEmpty else { return value.fragment }
        if case .text(let text)? = value.fragment.bindings.first, value.fragment.text == "?" {
            return "\(binding: .text(text.folded(folding)))"
        }
        return "coredata_fold(\(value.fragment), \(raw: folding.rawValue))"
    }

    private func between(
        _ left: Operand, _ comparison: NSComparisonPredicate, _ right: Operand
    ) throws -> SQLFragment {
        let bounds: [Operand]
        switch right {
        case .list(let operands): bounds = operands
        case .constant(let value):
            guard case .collection(let elements) = PredicateValue(value) else { return "0" }
            bounds = elements.map { .constant($0) }
        default: return "0"
        }
        guard bounds.count == 2 else { return "0" }
        func bound(
            _ type: NSComparisonPredicate.Operator, _ bound: Operand
        ) throws -> SQLFragment {
            let comparison = NSComparisonPredicate(
                leftExpression: comparison.leftExpression,
                rightExpression: comparison.rightExpression, modifier: .direct, type: type,
                options: comparison.options)
            return try compare(left, comparison, bound)
        }
        let lower = try bound(.greaterThanOrEqualTo, bounds[0])
        return "(\(lower) AND \(try bound(.lessThanOrEqualTo, bounds[1])))"
    }
}

// MARK: - Membership

extension SQLTranslator {
    /// The condition `x IN kids.name`.
    private func membership(
        _ element: Operand, _ comparison: NSComparisonPredicate, in collection: SQLCollection
    ) throws -> SQLFragment {
        try collection.exists(
            where: withTruth(false) {
                try equal(.value(collection.element), element, comparison.options)
            })
    }

    /// The condition `x IN {a, b}` with columns in the list.
    private func membership(
        _ element: Operand, _ comparison: NSComparisonPredicate, in list: [Operand]
    ) throws -> SQLFragment {
        let terms = try list.map { try equal(element, $0, comparison.options) }
        return terms.isEmpty ? "0" : "(\(terms.joined(by: " OR ")))"
    }

    private func equal(
        _ left: Operand, _ right: Operand, _ options: NSComparisonPredicate.Options
    ) throws -> SQLFragment {
        if case .constant(let left) = left, case .constant(let right) = right {
            return PredicateValue(left).isEqual(to: PredicateValue(right), options: options)
                ? "1" : "0"
        }
        return try compareScalars(left, .equalTo, right, options)
    }

    /// Above this many values a list is bound as one JSON text.
    ///
    /// The statement is then the same for every count; 999 parameters are allowed by any SQLite.
    private static let parameterLimit = 999

    /// The condition `x IN %@`.
    ///
    /// - Parameters:
    ///   - list: the collection as the caller passed it.
    ///   - constants: its elements.
    private func membership(
        _ element: Operand, _ list: Any?, _ constants: [Any?],
        _ options: NSComparisonPredicate.Options
    ) throws -> SQLFragment {
        let value = try value(element, at: "the left side")
        let present = constants.compactMap { unwrapped($0) }
        if !present.isEmpty { try requireComparable(value) }
        let folding = value.kind.isText ? options : []
        var bindings = present.compactMap { constant -> SQLBinding? in
            let binding =
                binding(constant, comparedWith: value.kind)
                ?? (value.kind.isText ? Self.textOfNumber(constant) : nil)
            return binding?.text.map { .text($0.folded(folding)) } ?? binding
        }
        // Sort unordered collections, so that no hash decides the order of bindings.
        if let list, PredicateValue.isUnordered(list) { bindings.sort { $0.precedes($1) } }
        let compared = folded(value, folding)
        var condition: SQLFragment = "0"
        if !bindings.isEmpty {
            condition = settled("\(compared) IN \(Self.list(bindings))")
        }
        guard present.count < constants.count else { return condition }
        return bindings.isEmpty
            ? "\(value.fragment) IS NULL" : "(\(condition) OR \(value.fragment) IS NULL)"
    }

    /// A number as text.
    ///
    /// SQLite gives the numbers of a list the affinity of the text column that is compared with it.
    private static func textOfNumber(_ constant: Any) -> SQLBinding? {
        switch PredicateValue(constant) {
        case .integer(let number): .text("\(number)")
        case .double(let number): .text("\(number)")
        default: nil
        }
    }

    private static func list(_ bindings: [SQLBinding]) -> SQLFragment {
        if bindings.count > parameterLimit, let json = json(bindings) {
            return "(SELECT value FROM json_each(\(binding: .text(json))))"
        }
        let values = bindings.map { binding -> SQLFragment in "\(binding: binding)" }
        return "(\(values.listed()))"
    }

    /// Whole numbers and text as a JSON array; `nil` if SQLite would not read them back unchanged.
    private static func json(_ bindings: [SQLBinding]) -> String? {
        var json = "["
        for (index, binding) in bindings.enumerated() {
            if index > 0 { json += "," }
            switch binding {
            case .integer(let number): json += String(number)
            case .text(let text):
                // SQLite ends a JSON string at a NUL.
                if text.utf8.contains(0) { return nil }
                json += "\""
                for scalar in text.unicodeScalars {
                    switch scalar {
                    case "\"", "\\": json += "\\\(scalar)"
                    case _ where scalar.value < 0x20:
                        json += "\\u00" + (scalar.value < 0x10 ? "0" : "")
                        json += String(scalar.value, radix: 16)
                    default: json.unicodeScalars.append(scalar)
                    }
                }
                json += "\""
            case .null, .double, .blob: return nil
            }
        }
        return json + "]"
    }
}

// MARK: - Text

extension SQLTranslator {
    private func compareTexts(
        _ left: Operand, _ type: NSComparisonPredicate.Operator, _ right: Operand,
        _ options: NSComparisonPredicate.Options
    ) throws -> SQLFragment {
        let text = try value(left, at: "the left side")
        let pattern = try value(right, at: "the right side")
        try requireComparable(text)
        try requireComparable(pattern)
        guard text.kind.isText, pattern.kind.isText else { return "0" }
        if type == .matches {
            return settled(
                "coredata_matches(\(text.fragment), \(pattern.fragment), \(raw: options.rawValue))")
        }
        let one = folded(text, options), other = folded(pattern, options)
        if case .constant = right, let known = other.bindings.first?.text {
            // Only a plain column can use an index.
            let isColumn = one.bindings.isEmpty && !one.text.contains("(")
            return settled(Self.test(one, type, known, isColumn: isColumn))
        }
        switch type {
        case .beginsWith: return settled("coredata_begins_with(\(one), \(other))")
        case .endsWith: return settled("coredata_ends_with(\(one), \(other))")
        case .contains: return settled("instr(\(one), \(other)) > 0")
        default: return settled("coredata_like(\(one), \(other))")
        }
    }

    /// Compares with a constant folded pattern, by an index if possible.
    private static func test(
        _ text: SQLFragment, _ type: NSComparisonPredicate.Operator, _ pattern: String,
        isColumn: Bool
    ) -> SQLFragment {
        let binding = SQLBinding.text(pattern)
        switch type {
        case .beginsWith where pattern.isEmpty, .endsWith where pattern.isEmpty,
            .contains where pattern.isEmpty:
            return "\(text) IS NOT NULL"
        case .beginsWith where isColumn:
            return range(text, prefix: pattern)
        case .beginsWith: return "coredata_begins_with(\(text), \(binding: binding))"
        case .endsWith: return "coredata_ends_with(\(text), \(binding: binding))"
        case .contains: return "instr(\(text), \(binding: binding)) > 0"
        default:
            let like = LikePattern(pattern)
            if let literal = like.literal { return "\(text) = \(binding: .text(literal))" }
            if isColumn, let prefix = like.literalPrefix {
                return prefix.isEmpty ? "\(text) IS NOT NULL" : range(text, prefix: prefix)
            }
            return "coredata_like(\(text), \(binding: binding))"
        }
    }

    /// Texts that begin with `prefix`: from it to the first text behind them all.
    private static func range(_ column: SQLFragment, prefix: String) -> SQLFragment {
        let lower: SQLFragment = "\(column) >= \(binding: .text(prefix))"
        guard let end = prefix.successorOfPrefix else { return lower }
        return "(\(lower) AND \(column) < \(binding: .text(end)))"
    }
}

extension String {
    /// The first text behind all that begin with this one, by bytes; `nil` if there is none.
    var successorOfPrefix: String? {
        var scalars = Array(unicodeScalars)
        while let last = scalars.popLast() {
            // Surrogates are not scalars: U+E000 follows the last scalar before them.
            let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
            guard let scalar = Unicode.Scalar(next) else { continue }
            var text = String.UnicodeScalarView(scalars)
            text.append(scalar)
            return String(text)
        }
        return nil
    }
}

extension SQLBinding {
    /// An arbitrary but stable order, for lists without one.
    fileprivate func precedes(_ other: SQLBinding) -> Bool {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): left < right
        case (.blob(let left), .blob(let right)):
            ComparisonResult.lexicographic(left, right) == .orderedAscending
        default:
            predicateValue.order(to: other.predicateValue, options: []) == .orderedAscending
        }
    }
}
