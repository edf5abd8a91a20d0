import Foundation

/// A value of SQLite: a statement's parameter, or an argument or result of an SQL function.
package enum SQLBinding: Hashable, Sendable {
    case null
    case integer(Int64)
    case double(Double)
    case text(String)
    case blob(Data)
}

extension SQLBinding {
    /// The value as SQL functions compute with it; SQLite has no dates, URLs or objects.
    var predicateValue: PredicateValue {
        switch self {
        case .null: .null
        case .integer(let number): .integer(number)
        case .double(let number): .real(number)
        case .text(let text): .text(text)
        case .blob(let data): .data(data)
        }
    }

    /// The value as the store keeps it; `nil` for objects, collections and others without a column.
    init?(_ value: PredicateValue) {
        switch value {
        case .null: self = .null
        case .integer(let number): self = .integer(number)
        case .double(let number): self = .double(number)
        case .text(let text): self = .text(text)
        case .date(let seconds): self = .double(seconds)
        case .uuid(let uuid): self = .blob(withUnsafeBytes(of: uuid.uuid) { Data($0) })
        case .url(let text): self = .text(text)
        case .data(let data): self = .blob(data)
        case .object, .collection, .opaque: return nil
        }
    }

    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }
}
