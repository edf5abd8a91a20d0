import Foundation

/// A value of an attribute, drawn or read back.
package enum OwnValue: Sendable, Hashable {
    case text(String)
    case integer(Int64)
    case real(Double)
    case decimal(String)
    case boolean(Bool)
    /// Seconds since 2001-01-01 00:00 UTC.
    case date(Double)
    case bytes(Data)
    case uuid(String)
    case url(String)

    /// Real numbers are equal by their bits, because −0 and 0 differ in a line, and texts by their
    /// bytes, as in a store: “é” may be one scalar or two.
    package static func == (left: OwnValue, right: OwnValue) -> Bool {
        switch (left, right) {
        case (.real(let left), .real(let right)), (.date(let left), .date(let right)):
            left.bitPattern == right.bitPattern
        case (.text(let left), .text(let right)), (.url(let left), .url(let right)):
            left == right && left.utf8.elementsEqual(right.utf8)
        case (.decimal(let left), .decimal(let right)), (.uuid(let left), .uuid(let right)):
            left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.boolean(let left), .boolean(let right)): left == right
        case (.bytes(let left), .bytes(let right)): left == right
        default: false
        }
    }

    /// The value as the attribute of a managed object.
    var object: Any {
        switch self {
        case .text(let text): text
        case .integer(let value): NSNumber(value: value)
        case .real(let value): NSNumber(value: value)
        case .decimal(let text): NSDecimalNumber(string: text)
        case .boolean(let value): NSNumber(value: value)
        case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
        case .bytes(let data): data
        case .uuid(let text): UUID(uuidString: text)!
        case .url(let text): URL(string: text)!
        }
    }

    /// The value as `setValue(_:forKey:)` takes it.
    ///
    /// Swift's own numbers: an `NSNumber` for each value of an import costs as much as setting it.
    var settable: Any {
        switch self {
        case .integer(let value): Int(value)
        case .real(let value): value
        default: object
        }
    }

    /// The value as a server sends it.
    var json: Any {
        switch self {
        case .text(let text), .decimal(let text), .uuid(let text), .url(let text): text
        case .integer(let value): NSNumber(value: value)
        case .real(let value), .date(let value): NSNumber(value: value)
        case .boolean(let value): NSNumber(value: value)
        case .bytes(let data): data.base64EncodedString()
        }
    }

    /// Reads a server's value for an attribute of a kind; `nil` if it does not fit the kind.
    init?(json: Any?, _ kind: ValueKind) {
        var number: NSNumber? { json as? NSNumber }
        var text: String? { json as? String }
        switch kind {
        case .textKey, .uniqueText, .words, .letters: self.init(text) { .text($0) }
        case .numberKey, .uniqueNumber, .integer, .place:
            self.init(number) { .integer($0.int64Value) }
        case .real: self.init(number) { .real($0.doubleValue) }
        case .decimal: self.init(text) { .decimal($0) }
        case .boolean: self.init(number) { .boolean($0.boolValue) }
        case .date, .uniqueDate: self.init(number) { .date($0.doubleValue) }
        case .bytes, .blob: self.init(text.flatMap { Data(base64Encoded: $0) }) { .bytes($0) }
        case .uuid, .uuidKey: self.init(text) { .uuid($0) }
        case .url: self.init(text) { .url($0) }
        case .sent(let type): self.init(sent: json, type)
        case .edit(let value): self.init(json: json, value.kind)
        }
    }

    /// Reads a managed object's value for an attribute of a kind.
    init?(object: Any?, _ kind: ValueKind) {
        switch kind {
        case .textKey, .uniqueText, .words, .letters:
            self.init(object as? String) { .text($0) }
        case .numberKey, .uniqueNumber, .integer, .place:
            self.init(object as? NSNumber) { .integer($0.int64Value) }
        case .real: self.init(object as? NSNumber) { .real($0.doubleValue) }
        case .decimal: self.init(object as? NSDecimalNumber) { .decimal($0.stringValue) }
        case .boolean: self.init(object as? NSNumber) { .boolean($0.boolValue) }
        case .date, .uniqueDate:
            self.init(object as? Date) { .date($0.timeIntervalSinceReferenceDate) }
        case .bytes, .blob: self.init(object as? Data) { .bytes($0) }
        case .uuid, .uuidKey: self.init(object as? UUID) { .uuid($0.uuidString) }
        case .url: self.init(object as? URL) { .url($0.absoluteString) }
        case .sent(let type): self.init(object: object, type.kind)
        case .edit(let value): self.init(object: object, value.kind)
        }
    }

    /// A UUID of these 128 bits.
    package static func uuid(high: UInt64, low: UInt64) -> OwnValue {
        func hex(_ value: UInt64) -> String {
            let digits = String(value, radix: 16, uppercase: true)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        let digits = Array(hex(high) + hex(low))
        let lengths = [8, 4, 4, 4, 12]
        var start = 0
        let groups = lengths.map { length in
            defer { start += length }
            return String(digits[start..<start + length])
        }
        return .uuid(groups.joined(separator: "-"))
    }

    /// The seconds from 2001 to the begin and the end of these years, in the Gregorian calendar.
    ///
    /// Each year counts 365 days; only the begin is exact.
    static func seconds(of years: ClosedRange<Int>) -> ClosedRange<Double> {
        func days(_ year: Int) -> Int {
            let before = year - 1
            return before * 365 + before / 4 - before / 100 + before / 400
        }
        let begin = Double(days(years.lowerBound) - days(2001)) * 86_400
        return begin...begin + Double(years.count * 365 * 86_400 - 1)
    }

    private init?<Raw>(_ raw: Raw?, _ make: (Raw) -> OwnValue) {
        guard let raw else { return nil }
        self = make(raw)
    }

    /// As a line of the content has it: the same text for the same value, and for no other.
    package var line: String {
        var line = ""
        append(to: &line)
        return line
    }

    /// Appends the value to a text, as a line of the content has it.
    func append(to text: inout String) {
        switch self {
        // What needs no escape is nearly all, and the library looks at each character.
        case .text(let value) where value.utf8.allSatisfy(Self.isPlain):
            text += "\""
            text += value
            text += "\""
        case .text(let value): text += value.debugDescription
        case .integer(let value): text += value.description
        case .real(let value), .date(let value): text += value.description
        case .decimal(let value), .uuid(let value), .url(let value): text += value
        case .boolean(let value): text += value.description
        case .bytes(let data): text += data.base64EncodedString()
        }
    }

    /// The value alone, without quotes around a text.
    var plain: String {
        if case .text(let text) = self { text } else { line }
    }

    /// Whether a byte is a printable character of ASCII that is not escaped.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// Whether a store sorts this key before another of its kind.
    func isOrdered(before other: OwnValue) -> Bool {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): left < right
        case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        // A UUID is stored as its sixteen bytes, whose hexadecimal digits have the same order.
        case (.uuid(let left), .uuid(let right)): left < right
        default: false
        }
    }

    /// The number of the object whose key this is; `nil` for a key that the lab did not make.
    var number: Int? {
        switch self {
        case .integer(let value): Int(value)
        case .text(let text): Int(text.suffix(while: { $0.isASCII && $0.isNumber }))
        case .uuid(let text): Int(text.suffix(12), radix: 16)
        default: nil
        }
    }
}

extension OwnValue? {
    /// Appends the value to a line of the content, or that there is none.
    func append(to line: inout String) {
        if let self { self.append(to: &line) } else { line += "nil" }
    }
}

extension String {
    fileprivate func suffix(while isWanted: (Character) -> Bool) -> Substring {
        var start = endIndex
        while start > startIndex, isWanted(self[index(before: start)]) {
            start = index(before: start)
        }
        return self[start...]
    }
}
