import Execution
import Foundation

/// The rows that triggers of Apple's derived attributes have changed behind a statement.
///
/// Apple's framework maintains derived attributes by triggers, and each reports its writes by
///
///     SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue(
///         'ZAUTHOR', Z_ENT, Z_PK, 'count', ZCOUNT) FROM ZAUTHOR WHERE …
///
/// A connection that lacks the functions cannot write to a table with such triggers. Here they
/// record the row, so that the row cache forgets it once the transaction is committed, and the
/// context that saved reads it again. Apple does not document their other effects. Objects in other
/// contexts keep their values until they are refreshed.
///
/// Guarded by its connection, which one queue uses at a time.
final class TriggeredRows: @unchecked Sendable {
    struct Row: Hashable {
        let entity: Int
        let number: Int64
    }

    private var rows: Set<Row> = []
    private let execution: any Execution

    /// - Parameter execution: the clock of the dates that triggers write.
    init(_ execution: any Execution) {
        self.execution = execution
    }

    /// The functions that the triggers call, with any number of arguments.
    var functions: [SQLFunction] {
        let reports = [
            "NSCoreDataDATriggerUpdatedAffectedObjectValue",
            "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
            "NSCoreDataTriggerUpdateAffectedObjectValue",
        ].map { name in
            SQLFunction(name: name, argumentCount: -1, isDeterministic: false) { [self] arguments in
                note(arguments)
                return .null
            }
        }
        // The date that a derivation by `now()` writes.
        let now = SQLFunction(name: "NSCoreDataNow", argumentCount: 0, isDeterministic: false) {
            [execution] _ in
            .double(execution.secondsSince2001)
        }
        return reports + [now]
    }

    /// Records the row that a trigger reports by table, entity number, key, and more.
    ///
    /// Calls with other arguments are accepted and ignored.
    private func note(_ arguments: [SQLBinding]) {
        guard arguments.count >= 3, case .integer(let entity) = arguments[1],
            case .integer(let number) = arguments[2]
        else { return }
        rows.insert(Row(entity: Int(truncatingIfNeeded: entity), number: number))
    }

    /// Records a row that the transaction writes past the row cache.
    func note(_ key: ObjectKey) {
        rows.insert(Row(entity: key.entity, number: key.number))
    }

    /// Returns the rows recorded since the last call, and forgets them.
    func take() -> Set<Row> {
        guard !rows.isEmpty else { return [] }
        defer { rows = [] }
        return rows
    }
}

extension SQLiteStore {
    /// Makes the row cache forget the rows that triggers changed in a committed transaction.
    func forget(_ rows: Set<TriggeredRows.Row>) {
        guard !rows.isEmpty else { return }
        for key in rows.map({ key(of: $0) }) where !key.isNone {
            cache.forget(key, root: model[key.entity].rootNumber)
        }
    }

    /// The key of a row that a trigger reported; none if no entity of the model has it.
    func key(of row: TriggeredRows.Row) -> ObjectKey {
        guard row.entity > 0, row.entity <= model.count, row.number > 0,
            row.number <= ObjectKey.highestNumber
        else { return .none }
        return ObjectKey(store: number, entity: row.entity, number: row.number)
    }
}
