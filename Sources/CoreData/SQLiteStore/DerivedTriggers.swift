/// The triggers that keep one derived attribute, with the names that Apple's stores use.
///
///     books.@count of Author            ZAUTHOR  AFTER INSERT             its own row
///                                       ZBOOK    AFTER INSERT, DELETE     the author of the book
///                                                AFTER UPDATE OF ZAUTHOR  former and new author
///
/// Each writes the value and reports the rows to `NSCoreDataDATrigger…`; see `TriggeredRows`. So
/// saves and batch requests keep the attribute, and writes of other programs fail: they lack the
/// functions.
struct DerivedTriggers {
    private let table: String
    private let column: String
    private let attribute: NSDerivedAttributeDescription
    private let entity: NSEntityDescription
    private let derivation: Derivation
    /// The numbers of the entity and its subentities, in parentheses.
    private let family: String

    init?(_ attribute: NSDerivedAttributeDescription, of layout: RowLayout, in model: ModelLayout) {
        guard !attribute.isTransient, let found = Derivation(attribute, of: layout.entity) else {
            return nil
        }
        derivation = found
        self.attribute = attribute
        entity = layout.entity
        table = SQLiteSchema.table(of: layout)
        column = "Z" + attribute.storeName
        family = "(\(model.family(of: layout).map { String($0.number) }.joined(separator: ", ")))"
    }

    /// The statements that create the triggers.
    var statements: [String] {
        switch derivation.source {
        case .now:
            return [onInsert(), own("UPDATE", "AFTER UPDATE OF Z_OPT")]
        case .own(let source):
            return [onInsert(), own("UPDATE", "AFTER UPDATE OF Z\(source.storeName)")]
        case .destination(let relationship, let source):
            let other = AppleSQLNaming().table(for: relationship.destinationEntity!)
            let key = "Z" + relationship.storeName
            return [
                onInsert(), own("UPDATE", "AFTER UPDATE OF \(key)"),
                trigger("DESTINATION_INSERT", "AFTER INSERT", on: other, "\(key) = NEW.Z_PK"),
                trigger(
                    "DESTINATION_UPDATE", "AFTER UPDATE OF Z\(source.storeName)", on: other,
                    "\(key) = NEW.Z_PK"),
            ]
        case .members(let relationship, _, let source):
            return [onInsert()] + memberTriggers(relationship, source)
        }
    }

    /// Computes the attribute of every row, after a migration.
    ///
    /// The date of the last save only where there is none: a migration saves no object.
    var refreshStatement: String {
        let rows = "Z_ENT IN \(family)"
        let missing = if case .now = derivation.source { " AND \(column) IS NULL" } else { "" }
        return "UPDATE \(table) SET \(column) = \(value) WHERE \(rows)\(missing)"
    }

    /// Creates the trigger of inserted rows; drops it while rows are copied with their values.
    var insertion: (create: String, drop: String) {
        (onInsert(), "DROP TRIGGER \(triggerName("INSERT", on: table))")
    }

    private func memberTriggers(
        _ relationship: NSRelationshipDescription, _ source: NSAttributeDescription?
    ) -> [String] {
        let members = AppleSQLNaming().table(for: relationship.destinationEntity!)
        let changed = source.map { "Z" + $0.storeName }
        switch AppleSQLNaming().toManySource(for: relationship) {
        case .foreignKey(let table, let key):
            let columns = [key, changed].compactMap(\.self).joined(separator: ", ")
            return [
                trigger("MEMBER_INSERT", "AFTER INSERT", on: table, "Z_PK = NEW.\(key)"),
                trigger("MEMBER_DELETE", "AFTER DELETE", on: table, "Z_PK = OLD.\(key)"),
                trigger(
                    "MEMBER_UPDATE", "AFTER UPDATE OF \(columns)", on: table,
                    "Z_PK IN (OLD.\(key), NEW.\(key))"),
            ]
        case .joinTable(let pairs, let own, let other):
            var list = [
                trigger("PAIR_INSERT", "AFTER INSERT", on: pairs, "Z_PK = NEW.\(own)"),
                trigger("PAIR_DELETE", "AFTER DELETE", on: pairs, "Z_PK = OLD.\(own)"),
            ]
            if let changed {
                list.append(
                    trigger(
                        "MEMBER_UPDATE", "AFTER UPDATE OF \(changed)", on: members,
                        "Z_PK IN (SELECT \(own) FROM \(pairs) WHERE \(other) = NEW.Z_PK)"))
            }
            return list
        }
    }

    private func onInsert() -> String { own("INSERT", "AFTER INSERT") }

    /// A trigger for a row's own change.
    private func own(_ name: String, _ event: String) -> String {
        trigger(name, event, on: table, "Z_PK = NEW.Z_PK")
    }

    private func trigger(
        _ name: String, _ event: String, on source: String, _ condition: String
    ) -> String {
        let rows = "Z_ENT IN \(family) AND \(condition)"
        let report =
            name == "INSERT"
            ? "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue"
            : "NSCoreDataDATriggerUpdatedAffectedObjectValue"
        return """
            CREATE TRIGGER \(triggerName(name, on: source)) \(event) \
            ON \(source) FOR EACH ROW BEGIN \
            UPDATE \(table) SET \(column) = \(value) WHERE \(rows); \
            SELECT \(report)('\(table)', Z_ENT, Z_PK, '\(attribute.name)', \(column)) \
            FROM \(table) WHERE \(rows); END
            """
    }

    private func triggerName(_ name: String, on source: String) -> String {
        "Z_DA_\(source)_\(entity.name ?? "")_\(attribute.name)_\(name)"
    }

    // MARK: The value

    /// SQL for the value of one row of the table.
    private var value: String {
        switch derivation.source {
        case .now: return "NSCoreDataNow()"
        case .own(let source): return applied(to: "Z\(source.storeName)")
        case .destination(let relationship, let source):
            let other = AppleSQLNaming().table(for: relationship.destinationEntity!)
            return """
                (SELECT \(applied(to: "d.Z\(source.storeName)")) FROM \(other) AS d \
                WHERE d.Z_PK = \(table).Z\(relationship.storeName))
                """
        case .members(let relationship, let operation, let source):
            return members(relationship, operation, source)
        }
    }

    private func members(
        _ relationship: NSRelationshipDescription, _ operation: CollectionOperator,
        _ source: NSAttributeDescription?
    ) -> String {
        let column = source.map { "m.Z" + $0.storeName }
        let result =
            switch operation {
            case .count: "COUNT(*)"
            case .sum: "IFNULL(SUM(\(column ?? "0")), 0)"
            case .average: "IFNULL(AVG(\(column ?? "0")), 0)"
            case .min: "MIN(\(column ?? "0"))"
            case .max: "MAX(\(column ?? "0"))"
            }
        switch AppleSQLNaming().toManySource(for: relationship) {
        case .foreignKey(let other, let key):
            return "(SELECT \(result) FROM \(other) AS m WHERE m.\(key) = \(table).Z_PK)"
        case .joinTable(let pairs, let own, let other):
            let members = AppleSQLNaming().table(for: relationship.destinationEntity!)
            let join = column == nil ? "" : " JOIN \(members) AS m ON m.Z_PK = p.\(other)"
            return "(SELECT \(result) FROM \(pairs) AS p\(join) WHERE p.\(own) = \(table).Z_PK)"
        }
    }

    private func applied(to column: String) -> String {
        switch derivation.function {
        case nil: column
        // Without case and diacritics, unlike the function of predicates.
        case "canonical:": "coredata_fold(\(column), 3)"
        case let name?: "coredata_call('\(name)', \(column))"
        }
    }
}
