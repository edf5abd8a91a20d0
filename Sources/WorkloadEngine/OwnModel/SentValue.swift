import Foundation

/// A value as a line of a file has it: an app's server sends what it likes.
struct SentValue: DecodableWithConfiguration {
    let value: OwnValue

    /// - Throws: `DecodingError` if the value is of another type.
    init(from decoder: any Decoder, configuration type: SentType) throws {
        let json = try decoder.singleValueContainer()
        let value: OwnValue? =
            switch type {
            case .text: .text(try json.decode(String.self))
            case .integer: .integer(try json.decode(Int64.self))
            case .real: .real(try json.decode(Double.self))
            case .decimal: try Self.decimal(json)
            case .boolean: try Self.boolean(json)
            case .date: try Self.date(json)
            case .bytes: Data(base64Encoded: try json.decode(String.self)).map(OwnValue.bytes)
            case .uuid:
                UUID(uuidString: try json.decode(String.self)).map { .uuid($0.uuidString) }
            case .url: URL(string: try json.decode(String.self)).map { .url($0.absoluteString) }
            }
        guard let value else {
            throw DecodingError.dataCorruptedError(
                in: json, debugDescription: "it is no \(type.rawValue)")
        }
        self.value = value
    }

    private static func decimal(_ json: any SingleValueDecodingContainer) throws -> OwnValue? {
        guard let text = try? json.decode(String.self) else {
            return .decimal(NSDecimalNumber(decimal: try json.decode(Decimal.self)).stringValue)
        }
        let decimal = NSDecimalNumber(string: text)
        return decimal.decimalValue.isNaN ? nil : .decimal(decimal.stringValue)
    }

    private static func boolean(_ json: any SingleValueDecodingContainer) throws -> OwnValue? {
        if let value = try? json.decode(Bool.self) { return .boolean(value) }
        let number = try json.decode(Int64.self)
        return [0, 1].contains(number) ? .boolean(number == 1) : nil
    }

    /// Seconds since 1970, or a text as in ISO 8601.
    private static func date(_ json: any SingleValueDecodingContainer) throws -> OwnValue? {
        let date: Date?
        if let text = try? json.decode(String.self) {
            let whole = Date.ISO8601FormatStyle()
            let fraction = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
            date = (try? whole.parse(text)) ?? (try? fraction.parse(text))
        } else {
            date = Date(timeIntervalSince1970: try json.decode(Double.self))
        }
        return date.map { .date($0.timeIntervalSinceReferenceDate) }
    }
}
