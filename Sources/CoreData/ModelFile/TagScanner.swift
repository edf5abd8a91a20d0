import Foundation

/// Finds the positions of start tags and their attributes in an XML text.
///
/// `XMLParser` reports only the end of a start tag. The n-th tag here is the n-th element that the
/// parser reports. The parser decides whether the text is well-formed: the scan of a broken text
/// ends early.
struct TagScanner {
    /// The positions in one start tag.
    struct Tag {
        /// The position of its `<`.
        let position: Position

        /// The positions of the names of its attributes.
        var attributes: [String: Position] = [:]
    }

    /// The start tags in order.
    private(set) var tags: [Tag] = []

    /// The position of a document type declaration; `nil` if there is none.
    private(set) var documentType: Position?

    /// The position of an element inside `deepestLevel` or more others.
    private(set) var tooDeep: Position?

    /// The position of the first bytes that are not UTF-8.
    ///
    /// `nil` if there are none, or if the text has another encoding that libxml2 itself decodes.
    private(set) var invalidText: Position?

    /// How deeply elements may be nested.
    ///
    /// Xcode writes six levels at most; reading and releasing trees of many thousand levels would
    /// exhaust a thread's stack.
    static let deepestLevel = 64

    private let bytes: [UInt8]
    private var level = 0
    private var offset = 0
    private var position = Position(line: 1, column: 1)

    init(_ text: Data) {
        // UTF-8's byte order mark is not part of the text.
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        bytes = text.starts(with: mark) ? Array(text.dropFirst(mark.count)) : Array(text)
        findInvalidText()
        scan()
    }

    /// Checks UTF-8 only: libxml2 decodes UTF-16 and Latin-1 itself, to valid UTF-8.
    private mutating func findInvalidText() {
        if isUTF16 || declaresLatin1 { return }
        guard let invalid = UTF8Text.firstInvalidOffset(in: bytes) else { return }
        var walk = self
        while walk.offset < invalid { walk.advance() }
        invalidText = walk.position
    }

    /// Whether the text begins with a byte order mark, or a zero byte beside the first character.
    private var isUTF16: Bool {
        let start = Array(bytes.prefix(2))
        return [[0xFE, 0xFF], [0xFF, 0xFE], [0x00, 0x3C], [0x3C, 0x00]].contains(start)
    }

    private var declaresLatin1: Bool {
        guard isAt("<?xml"), let end = bytes.firstIndex(of: UInt8(ascii: ">")) else { return false }
        return String(decoding: bytes[..<end], as: UTF8.self).uppercased().contains("ISO-8859-1")
    }

    private mutating func scan() {
        while let byte = current {
            if byte != UInt8(ascii: "<") {
                advance()
            } else if isAt("<!--") {
                skip(past: "-->")
            } else if isAt("<![CDATA[") {
                skip(past: "]]>")
            } else if isAt("<?") {
                skip(past: "?>")
            } else if isAt("<!") {
                documentType = documentType ?? position
                skip(past: ">")
            } else if isAt("</") {
                level -= 1
                skip(past: ">")
            } else {
                scanTag()
            }
        }
    }

    private mutating func scanTag() {
        var tag = Tag(position: position)
        advance()
        _ = scanName()
        while true {
            skipBlanks()
            guard let byte = current, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "/") else {
                break
            }
            let start = position
            let name = scanName()
            // Not well-formed, which the parser will report.
            if name.isEmpty { break }
            tag.attributes[name] = start
            scanValue()
        }
        if current != UInt8(ascii: "/") {
            level += 1
            if level > Self.deepestLevel, tooDeep == nil { tooDeep = tag.position }
        }
        skip(past: ">")
        tags.append(tag)
    }

    /// Skips the value of an attribute: `= "…"`.
    private mutating func scanValue() {
        skipBlanks()
        guard current == UInt8(ascii: "=") else { return }
        advance()
        skipBlanks()
        guard let quote = current, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return
        }
        advance()
        while let byte = current, byte != quote { advance() }
        advance()
    }

    private mutating func scanName() -> String {
        let start = offset
        while let byte = current, !Self.endsName(byte) { advance() }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    private static func endsName(_ byte: UInt8) -> Bool {
        isBlank(byte) || [UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "/")].contains(byte)
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r")]
            .contains(byte)
    }

    // MARK: Bytes

    private var current: UInt8? {
        offset < bytes.count ? bytes[offset] : nil
    }

    private func isAt(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[offset...].starts(with: $0) }
    }

    private mutating func advance(_ count: Int = 1) {
        for _ in 0..<count {
            guard let byte = current else { return }
            offset += 1
            if byte == UInt8(ascii: "\n") {
                position = Position(line: position.line + 1, column: 1)
            } else if byte & 0xC0 != 0x80 {
                // A continuation byte of UTF-8 does not begin a character.
                position.column += 1
            }
        }
    }

    private mutating func skip(past text: StaticString) {
        while current != nil, !isAt(text) { advance() }
        advance(text.utf8CodeUnitCount)
    }

    private mutating func skipBlanks() {
        while let byte = current, Self.isBlank(byte) { advance() }
    }
}

/// Finds bytes that are not UTF-8.
private enum UTF8Text {
    /// The position of the first byte that is not part of a character; `nil` for valid UTF-8.
    static func firstInvalidOffset(in bytes: [UInt8]) -> Int? {
        if String(validating: bytes, as: UTF8.self) != nil { return nil }
        var decoder = UTF8()
        var source = bytes.makeIterator()
        var offset = 0
        while true {
            switch decoder.decode(&source) {
            case .scalarValue(let scalar): offset += UTF8.width(scalar)
            case .emptyInput: return nil
            case .error: return offset
            }
        }
    }
}

extension TagScanner {
    /// A position in a text file, as editors count it.
    ///
    /// Lines and columns count from 1, columns in Unicode scalars.
    struct Position: Hashable, Sendable {
        var line: Int
        var column: Int
    }
}
