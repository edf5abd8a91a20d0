import Execution
import Foundation

/// Damages the text of a file: by bytes, by tokens and by structure, as the seed draws them.
struct Damager {
    private var stream: RandomStream

    init(_ stream: RandomStream) {
        self.stream = stream
    }

    /// One to three damages, one after the other.
    mutating func damaged(_ original: [UInt8]) -> [UInt8] {
        var bytes = original
        for _ in 0...number(below: 3) {
            switch number(below: 10) {
            case 0..<3: damageBytes(&bytes)
            case 3..<7: damageTokens(&bytes)
            default: damageStructure(&bytes)
            }
        }
        return bytes
    }

    mutating func number(below limit: Int) -> Int {
        limit <= 1 ? 0 : Int(stream.next() % UInt64(limit))
    }

    mutating func element<T>(of elements: [T]) -> T { elements[number(below: elements.count)] }

    /// A range of a length that is short as a rule.
    private mutating func range(in count: Int, atMost most: Int) -> Range<Int> {
        guard count > 0 else { return 0..<0 }
        let start = number(below: count)
        return start..<min(count, start + 1 + number(below: most))
    }

    // MARK: Bytes

    private static let oddBytes: [[UInt8]] = [
        [0xFF], [0xC3], [0xE2, 0x28], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x00],
        [0xEF, 0xBB, 0xBF], [0x0D, 0x0A], [0x0D], [0x09], [0xE2, 0x80, 0xA8], [0xF0, 0x9F, 0x92],
    ]

    private mutating func damageBytes(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return }
        switch number(below: 6) {
        case 0: bytes[number(below: bytes.count)] ^= 1 << UInt8(number(below: 8))
        case 1: bytes[number(below: bytes.count)] = UInt8(number(below: 256))
        case 2:
            let odd = element(of: Self.oddBytes)
            bytes.insert(contentsOf: odd, at: number(below: bytes.count))
        case 3: bytes.removeSubrange(range(in: bytes.count, atMost: 40))
        case 4:
            let part = Array(bytes[range(in: bytes.count, atMost: 200)])
            bytes.insert(contentsOf: part, at: number(below: bytes.count))
        default: bytes.removeSubrange(number(below: bytes.count)...)
        }
    }

    // MARK: Tokens

    /// Unexpected keys and values.
    private static let oddTokens = [
        "", "0", "-0", "-1", "1e308", "1e-308", "5e-324", "1e999", "inf", "-inf", "nan", ".nan",
        "9223372036854775807", "-9223372036854775808", "9223372036854775808",
        "18446744073709551616", "4294967296", "2147483648", "0x10", "007", "1_000", "1,000", "null",
        "~", "true", "no", "[]", "{}", "[[]]", "\"\"", "''", "\"", "'", "&a", "*a", "!!binary x",
        "!!int x", "<<", "?", "|", ">", "%", "@", "#", "1000000h", "1e7ms", "0.1ns",
        "1000000000/s", "poisson 0/s", "poisson 1e9/s", "vsync 9223372036854775807Hz", "vsync 0Hz",
        "1e19", "<= 1e19", "..", "/", "/dev/null", "/dev/zero", "../../etc", "\\u0000", "\\ud800",
        "é", "\u{202E}", "e\u{301}\u{301}", "👩‍👩‍👧‍👦", "&lt;", "&#0;", "&#xD800;", "&x;", "]]>",
        "<!--", "-->", "<a", "</a>", "<a/>", "YES", "Integer 64", "Transformable", "1900-01-01",
    ]

    private mutating func damageTokens(_ bytes: inout [UInt8]) {
        let tokens = Self.tokens(of: bytes)
        guard !tokens.isEmpty else { return }
        let place = element(of: tokens)
        switch number(below: 6) {
        case 0, 1:
            bytes.replaceSubrange(place, with: Array(element(of: Self.oddTokens).utf8))
        case 2:
            let other = Array(bytes[element(of: tokens)])
            bytes.replaceSubrange(place, with: other)
        case 3:
            bytes.removeSubrange(place)
        case 4:
            let long = [UInt8](
                repeating: element(of: Array("a9- \u{22}[{<".utf8)), count: 1 << number(below: 15))
            bytes.replaceSubrange(place, with: long)
        default:
            let other = element(of: tokens)
            let (first, second) =
                place.lowerBound < other.lowerBound ? (place, other) : (other, place)
            guard first.upperBound <= second.lowerBound else { return }
            let (left, right) = (Array(bytes[first]), Array(bytes[second]))
            bytes.replaceSubrange(second, with: left)
            bytes.replaceSubrange(first, with: right)
        }
    }

    /// Words and numbers, and what stands in quotes.
    private static func tokens(of bytes: [UInt8]) -> [Range<Int>] {
        var tokens: [Range<Int>] = []
        var start: Int?
        for (index, byte) in bytes.enumerated() {
            let isWord =
                byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || byte == 0x2D || byte == 0x2E || byte == 0x5F
            if isWord {
                start = start ?? index
            } else if let begun = start {
                tokens.append(begun..<index)
                start = nil
            }
        }
        if let start { tokens.append(start..<bytes.count) }
        return tokens
    }

    // MARK: Structure

    private mutating func damageStructure(_ bytes: inout [UInt8]) {
        switch number(below: 3) {
        case 0: damageLines(&bytes)
        case 1: damageBrackets(&bytes)
        default:
            // Deep nesting in the syntax of each kind of file.
            let (open, close) = element(of: [("[", "]"), ("{\"a\":", "}"), ("<a>", "</a>")])
            let depth = element(of: [2, 10, 200, 5_000])
            let nested =
                String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
            let tokens = Self.tokens(of: bytes)
            guard !tokens.isEmpty else { return }
            bytes.replaceSubrange(element(of: tokens), with: Array(nested.utf8))
        }
    }

    private mutating func damageLines(_ bytes: inout [UInt8]) {
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        let place = number(below: lines.count)
        let other = number(below: lines.count)
        switch number(below: 5) {
        case 0: lines.remove(at: place)
        case 1: lines.insert(lines[place], at: other)
        case 2: lines.swapAt(place, other)
        case 3: lines[place] = Array(repeating: 0x20, count: number(below: 6)) + lines[place]
        default: lines[place] = Array(lines[place].drop { $0 == 0x20 })
        }
        bytes = Array(lines.joined(separator: [0x0A]))
    }

    /// Takes out, doubles or moves what stands between two brackets.
    private mutating func damageBrackets(_ bytes: inout [UInt8]) {
        let opening = bytes.indices.filter { "[{<".utf8.contains(bytes[$0]) }
        guard !opening.isEmpty else { return }
        let start = element(of: opening)
        let pairs: [UInt8: UInt8] = [0x5B: 0x5D, 0x7B: 0x7D, 0x3C: 0x3E]
        let (open, close) = (bytes[start], pairs[bytes[start]]!)
        var depth = 0
        var end = bytes.count - 1
        for index in start..<bytes.count {
            if bytes[index] == open { depth += 1 }
            if bytes[index] == close { depth -= 1 }
            if depth == 0 {
                end = index
                break
            }
        }
        let part = Array(bytes[start...end])
        switch number(below: 4) {
        case 0: bytes.removeSubrange(start...end)
        case 1: bytes.insert(contentsOf: part, at: start)
        case 2: bytes.insert(contentsOf: part, at: element(of: opening))
        default:
            bytes.replaceSubrange(start...end, with: Array(element(of: Self.oddTokens).utf8))
        }
    }
}
