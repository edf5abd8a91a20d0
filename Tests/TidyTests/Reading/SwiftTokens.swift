/// One token of Swift code: a word, a raw identifier, a string literal's quote or a single sign.
struct SwiftToken: Hashable {
    let text: String
    /// From 1.
    let line: Int

    var isWord: Bool {
        guard let first = text.utf8.first else { return false }
        return SwiftTokens.isWordByte(first)
    }
}

/// Swift code cut into tokens, with its comments apart.
///
/// Rules look at tokens, so that the text of a string or a comment does not count as code. It is
/// not a parser: it knows comments, strings with interpolation (whose insides are code), raw
/// strings and raw identifiers, and nothing of regular-expression literals.
struct SwiftTokens {
    private(set) var tokens: [SwiftToken] = []
    /// Each line of a comment, with its number.
    private(set) var comments: [(line: Int, text: String)] = []

    private let bytes: [UInt8]
    private var index = 0
    private var line = 1

    init(_ text: String) {
        bytes = Array(text.utf8)
        readCode(untilParenthesis: false)
    }

    static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }

    private func peek(_ offset: Int = 0) -> UInt8 {
        index + offset < bytes.count ? bytes[index + offset] : 0
    }

    private func isNext(_ text: StaticString) -> Bool {
        guard index + text.utf8CodeUnitCount <= bytes.count else { return false }
        for offset in 0..<text.utf8CodeUnitCount
        where bytes[index + offset] != text.utf8Start[offset] { return false }
        return true
    }

    private mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where index < bytes.count {
            if bytes[index] == UInt8(ascii: "\n") { line += 1 }
            index += 1
        }
    }

    /// Reads code to the end, or to the parenthesis that ends an interpolation.
    private mutating func readCode(untilParenthesis: Bool) {
        var depth = 0
        while index < bytes.count {
            let byte = peek()
            if isNext("//") {
                readLineComment()
            } else if isNext("/*") {
                readBlockComment()
            } else if byte == UInt8(ascii: "\"") || startsRawString {
                readString()
            } else if byte == UInt8(ascii: "`") {
                readRawIdentifier()
            } else if Self.isWordByte(byte) {
                readWord()
            } else {
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")") {
                    if depth == 0, untilParenthesis { return advance() }
                    depth -= 1
                }
                if byte > 0x20 { append(from: index, count: 1) }
                advance()
            }
        }
    }

    private mutating func append(from start: Int, count: Int) {
        let text = String(decoding: bytes[start..<(start + count)], as: UTF8.self)
        tokens.append(SwiftToken(text: text, line: line))
    }

    private mutating func readWord() {
        let start = index
        while Self.isWordByte(peek()) { index += 1 }
        append(from: start, count: index - start)
    }

    private mutating func readRawIdentifier() {
        tokens.append(SwiftToken(text: "`", line: line))
        advance()
        while index < bytes.count, peek() != UInt8(ascii: "`"), peek() != UInt8(ascii: "\n") {
            advance()
        }
        advance()
    }

    private mutating func readLineComment() {
        let start = index
        while index < bytes.count, peek() != UInt8(ascii: "\n") { index += 1 }
        comments.append((line, String(decoding: bytes[start..<index], as: UTF8.self)))
    }

    private mutating func readBlockComment() {
        var depth = 0
        var start = index
        func note(_ self: inout SwiftTokens) {
            let text = String(decoding: self.bytes[start..<self.index], as: UTF8.self)
            self.comments.append((self.line, text))
        }
        repeat {
            if isNext("/*") {
                depth += 1
                advance(2)
            } else if isNext("*/") {
                depth -= 1
                advance(2)
            } else {
                if peek() == UInt8(ascii: "\n") {
                    note(&self)
                    start = index + 1
                }
                advance()
            }
        } while depth > 0 && index < bytes.count
        note(&self)
    }

    private var startsRawString: Bool {
        guard peek() == UInt8(ascii: "#") else { return false }
        var offset = 1
        while peek(offset) == UInt8(ascii: "#") { offset += 1 }
        return peek(offset) == UInt8(ascii: "\"")
    }

    private mutating func readString() {
        var hashes = 0
        while peek() == UInt8(ascii: "#") {
            hashes += 1
            advance()
        }
        tokens.append(SwiftToken(text: "\"", line: line))
        let quotes = isNext("\"\"\"") ? 3 : 1
        advance(quotes)
        while index < bytes.count {
            if peek() == UInt8(ascii: "\\"), hashesFollow(at: 1, hashes) {
                let escaped = peek(1 + hashes)
                advance(2 + hashes)
                if escaped == UInt8(ascii: "(") { readCode(untilParenthesis: true) }
            } else if endsString(quotes: quotes, hashes: hashes) {
                return advance(quotes + hashes)
            } else {
                // A string of one line ends with the line, even without its closing quote.
                if quotes == 1, peek() == UInt8(ascii: "\n") { return }
                advance()
            }
        }
    }

    private func hashesFollow(at offset: Int, _ count: Int) -> Bool {
        (0..<count).allSatisfy { peek(offset + $0) == UInt8(ascii: "#") }
    }

    private func endsString(quotes: Int, hashes: Int) -> Bool {
        (0..<quotes).allSatisfy { peek($0) == UInt8(ascii: "\"") }
            && hashesFollow(at: quotes, hashes)
    }
}
