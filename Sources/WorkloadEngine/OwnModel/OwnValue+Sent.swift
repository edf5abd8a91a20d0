import Foundation

extension OwnValue {
    /// The value before the line came that an upsert brings: another one, where its type has one.
    var older: OwnValue {
        switch self {
        case .integer(let value): .integer(value / 2)
        case .real(let value): .real(value / 2)
        case .boolean(let value): .boolean(!value)
        case .date(let seconds): .date(seconds - 86_400)
        case .text, .decimal, .bytes, .uuid, .url: self
        }
    }
}

extension SentType {
    /// A kind whose values lie in managed objects as this type's do.
    package var kind: ValueKind {
        switch self {
        case .text: .uniqueText
        case .integer: .uniqueNumber
        case .real: .real(0...1)
        case .decimal: .decimal(0...1)
        case .boolean: .boolean(0.5)
        case .date: .uniqueDate
        case .bytes: .bytes(0...1)
        case .uuid: .uuid
        case .url: .url
        }
    }
}
