import Foundation
import StoreIO

extension DatabaseRow {
    /// The value of an attribute, as Core Data's stores keep it.
    ///
    /// - Returns: `nil` for NULL, and for what is no value of the kind.
    func value(_ column: Int32, _ kind: ValueKind) -> OwnValue? {
        switch kind {
        case .textKey, .uniqueText, .words, .letters: text(column).map { .text($0) }
        case .numberKey, .uniqueNumber, .integer, .place: integer(column).map { .integer($0) }
        case .real: real(column).map { .real($0) }
        case .decimal:
            text(column).map { .decimal(NSDecimalNumber(string: $0).stringValue) }
        case .boolean: integer(column).map { .boolean($0 != 0) }
        case .date, .uniqueDate: real(column).map { .date($0) }
        case .bytes, .blob: data(column).map { .bytes($0) }
        case .uuid, .uuidKey: uuid(column).map { .uuid($0.uuidString) }
        case .url: text(column).map { .url($0) }
        case .sent(let type): value(column, type.kind)
        case .edit(let part): value(column, part.kind)
        }
    }
}
