import Foundation

/// Translates the predicates and sort descriptors of one statement to SQL.
///
/// Goal: SQLite finds the rows for which `evaluate(with:)` is true, including those with `nil`. SQL
/// has a third truth value and predicates have two, so:
///
/// - `==` with a possible `nil` is `IS`, `!=` is always `IS NOT`;
/// - a comparison that is false in memory is false or NULL here, which makes no difference to a
///   WHERE, an AND, an OR and an EXISTS;
/// - below a NOT it does, so NULLs are made false there (`… IS TRUE`): `needsTruth`.
///
/// Values that can never match (text with a number, an unsaved object) are decided here, because
/// SQLite would convert. Where SQLite's arithmetic or text functions differ from Cocoa's, the SQL
/// calls the functions of `SQLFunctions`.
///
///     SELECT … FROM ZNOTE AS t0 <joins> WHERE <condition> ORDER BY <order>
///
/// To-one key paths add LEFT JOINs to `joins`; read it after the last translation. To-many ones
/// become subqueries with joins of their own.
///
/// Limits: fetched and transient properties, whole composites, archives, block predicates,
/// comparators, set expressions and indexes are refused with an `SQLTranslationError`. Text with
/// NUL characters is the store's own limit: SQLite's text functions stop there.
package final class SQLTranslator {
    /// Finds the key of a saved object in a constant.
    ///
    /// The translator passes the object or object ID, and the entity that it is compared with. The
    /// result is the object's `Z_PK`, or `nil` if no row can match: the object is not saved, is of
    /// another hierarchy than the entity, or is not an object at all.
    package typealias KeyOfObject = (_ object: Any, _ entity: NSEntityDescription) -> Int64?

    private let from: SQLScope.FromClause
    let root: SQLScope
    let keyOfObject: KeyOfObject
    /// The operands of the variables of the surrounding subqueries.
    var variables: [String: Operand] = [:]
    /// Whether NULL differs from false here: below a NOT.
    var needsTruth = false
    /// Whether functions such as `sum:` work over the rows of the statement, not over a to-many.
    var aggregatesRows = false

    /// - Parameters:
    ///   - entity: the fetched entity, whose table is in FROM. The caller restricts the rows to it
    ///     and its subentities (`Z_ENT`).
    ///   - alias: the table's alias; joined tables get the following numbers.
    package init(
        entity: NSEntityDescription, alias: String = "t0",
        naming: any SQLNaming = AppleSQLNaming(), keyOfObject: @escaping KeyOfObject
    ) {
        from = SQLScope.FromClause("")
        root = SQLScope(
            entity: entity, key: "\(alias).Z_PK", alias: alias, from: from,
            names: SQLNames(naming: naming, alias: alias))
        self.keyOfObject = keyOfObject
    }

    /// The joins that the translated parts need, each with a leading space.
    package var joins: String { from.joins }

    /// The condition of a WHERE: one term, which an AND can join to others.
    ///
    /// - Throws: `SQLTranslationError`.
    package func condition(_ predicate: NSPredicate) throws -> SQLFragment {
        "(\(try translate(predicate)))"
    }

    /// The terms of an ORDER BY; `nil` if there are none.
    ///
    /// - Throws: `SQLTranslationError`.
    package func order(_ descriptors: [NSSortDescriptor]) throws -> SQLFragment? {
        let terms = try descriptors.map { descriptor -> SQLFragment in
            if (descriptor as? KeySortDescriptor)?.valueComparator != nil {
                throw SQLTranslationError.notTranslatable("\(descriptor)", "it has a comparator")
            }
            guard let key = descriptor.key else {
                throw SQLTranslationError.notTranslatable(
                    "\(descriptor)", "its Swift key path names no property of an entity")
            }
            let value = try value(try operand(PropertyPath(key), from: root), at: key)
            switch value.kind {
            case .opaque: throw SQLTranslationError.opaqueColumn(key)
            case .object, .entity:
                throw SQLTranslationError.notTranslatable(
                    "\(descriptor)", "objects and entities have no order")
            default: return descriptor.ascending ? value.fragment : "\(value.fragment) DESC"
            }
        }
        return terms.isEmpty ? nil : terms.listed()
    }
}

// MARK: - Predicates

extension SQLTranslator {
    func translate(_ predicate: NSPredicate) throws -> SQLFragment {
        switch predicate {
        case let comparison as NSComparisonPredicate: return try translate(comparison)
        case let compound as NSCompoundPredicate: return try translate(compound)
        case _ where predicate.isEqual(NSPredicate(value: true)): return "1"
        case _ where predicate.isEqual(NSPredicate(value: false)): return "0"
        default:
            throw SQLTranslationError.notTranslatable("A block predicate", "SQL cannot call it")
        }
    }

    private func translate(_ compound: NSCompoundPredicate) throws -> SQLFragment {
        let parts = compound.subpredicates
        switch compound.compoundPredicateType {
        case .not:
            return "NOT (\(try withTruth(true) { try translate(parts[0]) }))"
        case .and:
            return parts.isEmpty ? "1" : try parts.map(term).joined(by: " AND ")
        case .or:
            return parts.isEmpty ? "0" : try parts.map(term).joined(by: " OR ")
        }
    }

    private func term(_ predicate: NSPredicate) throws -> SQLFragment {
        let translated = try translate(predicate)
        return predicate is NSCompoundPredicate ? "(\(translated))" : translated
    }

    private func translate(_ comparison: NSComparisonPredicate) throws -> SQLFragment {
        let left = try operand(comparison.leftExpression)
        switch comparison.comparisonPredicateModifier {
        case .direct:
            let right = try operand(comparison.rightExpression)
            return try compare(left, comparison, right)
        case .any:
            if case .collection(let collection) = left {
                // EXISTS treats NULL as false in any context.
                return collection.exists(
                    where: try withTruth(false) {
                        try compare(
                            .value(collection.element), comparison,
                            try operand(comparison.rightExpression))
                    })
            }
            return try compareEach(left, comparison, joinedBy: " OR ", whenEmpty: "0")
        case .all:
            if case .collection(let collection) = left {
                let holds = try withTruth(true) {
                    try compare(
                        .value(collection.element), comparison,
                        try operand(comparison.rightExpression))
                }
                return "NOT \(collection.exists(where: "NOT (\(holds))"))"
            }
            return try compareEach(left, comparison, joinedBy: " AND ", whenEmpty: "1")
        }
    }

    /// ANY and ALL over a list that is known before the fetch.
    private func compareEach(
        _ left: Operand, _ comparison: NSComparisonPredicate, joinedBy word: String,
        whenEmpty: SQLFragment
    ) throws -> SQLFragment {
        let elements: [Operand]
        switch left {
        case .list(let operands): elements = operands
        case .constant(let value): elements = PredicateValue(value).asElements.map { .constant($0) }
        default: throw SQLTranslationError.notToMany("\(comparison.leftExpression)")
        }
        let right = try operand(comparison.rightExpression)
        let terms = try elements.map { element -> SQLFragment in
            "(\(try compare(element, comparison, right)))"
        }
        return terms.isEmpty ? whenEmpty : "(\(terms.joined(by: word)))"
    }

    /// Translates under another `needsTruth`.
    func withTruth<T>(_ needed: Bool, _ body: () throws -> T) rethrows -> T {
        let outer = needsTruth
        needsTruth = needed
        defer { needsTruth = outer }
        return try body()
    }

    /// A condition that may be NULL, made false if the difference matters.
    func settled(_ condition: SQLFragment) -> SQLFragment {
        needsTruth ? "(\(condition)) IS TRUE" : condition
    }
}

extension SQLTranslator {
    /// One side of a comparison in SQL.
    enum Operand {
        /// Known before the fetch; the other operand decides how it is bound.
        case constant(Any?)
        case value(SQLValue)
        /// The members of a to-many, or a value of each.
        case collection(SQLCollection)
        /// `{a, b}` with columns in it.
        case list([Operand])
        /// An element of a subquery, from which key paths continue.
        case object(SQLScope)
    }
}
