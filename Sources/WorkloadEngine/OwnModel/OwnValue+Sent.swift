import Foundation

// Values as the lines of a file have them: an app's server sends what it likes.
extension OwnValue {
    /// Reads a value of a type; `nil` if it is of another.
    init?(sent json: Any?, _ type: SentType) {
        // Each cast only where it is wanted: one that fails costs as much as reading the value.
        var number: NSNumber? { json as? NSNumber }
        var text: String? { json as? String }
        switch type {
        case .text:
            guard let text = text else { return nil }
            self = .text(text)
        case .integer:
            guard let number = number, Double(number.int64Value) == number.doubleValue else {
                return nil
            }
            self = .integer(number.int64Value)
        case .real:
            guard let number = number else { return nil }
            self = .real(number.doubleValue)
        case .decimal:
            guard let digits = text ?? number?.stringValue else { return nil }
            let decimal = NSDecimalNumber(string: digits)
            guard !decimal.decimalValue.isNaN else { return nil }
            self = .decimal(decimal.stringValue)
        case .boolean:
            guard let number = number, [0, 1].contains(number.doubleValue) else { return nil }
            self = .boolean(number.boolValue)
        case .date:
            guard let date = text.flatMap(Self.date) ?? number.flatMap(Self.date) else {
                return nil
            }
            self = .date(date.timeIntervalSinceReferenceDate)
        case .bytes:
            guard let data = text.flatMap({ Data(base64Encoded: $0) }) else { return nil }
            self = .bytes(data)
        case .uuid:
            guard let uuid = text.flatMap(UUID.init(uuidString:)) else { return nil }
            self = .uuid(uuid.uuidString)
        case .url:
            guard let url = text.flatMap(URL.init(string:)) else { return nil }
            self = .url(url.absoluteString)
        }
    }

    private static func date(_ number: NSNumber) -> Date? {
        Date(timeIntervalSince1970: number.doubleValue)
    }

    private static func date(_ text: String) -> Date? {
        let whole = Date.ISO8601FormatStyle()
        let fraction = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        return (try? whole.parse(text)) ?? (try? fraction.parse(text))
    }

    /// The value as a store returns it: of a Float attribute the nearest Float.
    func fitted(to attribute: OwnEntity.Attribute) -> OwnValue {
        guard attribute.isFloat, case .real(let value) = self else { return self }
        return .real(Double(Float(value)))
    }

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
