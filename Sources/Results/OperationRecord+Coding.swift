/// An operation as a row of JSON, for the reason that a stretch is one.
///
///     [index, role, kind, phase, due, began − due, ended − began, rows, edits]
///
/// Files that are older than this form have objects with names, which are read, too.
extension OperationRecord: Codable {
    private enum CodingKeys: String, CodingKey {
        case index, role, kind, phase, due, began, ended, rows, edits
    }

    package init(from decoder: any Decoder) throws {
        guard var row = try? decoder.unkeyedContainer() else {
            let named = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                index: try named.decode(Int.self, forKey: .index),
                role: try named.decode(String.self, forKey: .role),
                kind: try named.decode(String.self, forKey: .kind),
                phase: try named.decode(String.self, forKey: .phase),
                due: try named.decode(Int64.self, forKey: .due),
                began: try named.decode(Int64.self, forKey: .began),
                ended: try named.decode(Int64.self, forKey: .ended),
                rows: try named.decode(Int.self, forKey: .rows),
                edits: try named.decode(Int.self, forKey: .edits))
            return
        }
        let index = try row.decode(Int.self)
        let role = try row.decode(String.self)
        let kind = try row.decode(String.self)
        let phase = try row.decode(String.self)
        let due = try row.decode(Int64.self)
        let began = due &+ (try row.decode(Int64.self))
        self.init(
            index: index, role: role, kind: kind, phase: phase, due: due, began: began,
            ended: began &+ (try row.decode(Int64.self)), rows: try row.decode(Int.self),
            edits: try row.decode(Int.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var row = encoder.unkeyedContainer()
        try row.encode(index)
        for text in [role, kind, phase] { try row.encode(text) }
        for time in [due, began &- due, ended &- began] { try row.encode(time) }
        try row.encode(rows)
        try row.encode(edits)
    }
}
