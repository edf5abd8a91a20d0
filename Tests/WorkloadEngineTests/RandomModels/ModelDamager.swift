import Execution
import Foundation

/// Damages a model file as editors, merges and disks do: by bytes, by what stands in quotes, and by
/// lines, of which each is an element in Xcode's files.
struct ModelDamager {
    private var draws: RandomStream

    init(seed: UInt64) {
        draws = RandomStream(seed: seed).keyed("damage")
    }

    /// One to three damages, one after the other.
    mutating func damaged(_ original: String) -> Data {
        var text = original
        for _ in 0...below(3) {
            if isDrawn(0.7) { damageValue(&text) } else { damageLines(&text) }
        }
        var bytes = Data(text.utf8)
        if isDrawn(0.25) { damageBytes(&bytes) }
        return bytes
    }

    private mutating func below(_ count: Int) -> Int { Int(draws.unit() * Double(count)) }

    private mutating func isDrawn(_ share: Double) -> Bool { draws.unit() < share }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    // MARK: Values

    /// What may stand in any attribute: other types, words of Xcode, numbers at the ends of their
    /// ranges, names that no identifier is.
    private static let oddValues = [
        "", " ", "YES", "NO", "yes", "0", "-1", "1", "1.5", "1e308", "1e999", "nan", "-inf",
        "9223372036854775807", "-9223372036854775808", "9223372036854775808", "32768", "1023",
        "Integer 16", "Integer 64", "Integer 128", "Decimal", "String", "Date", "Transformable",
        "Composite", "Undefined", "Binary", "UUID", "URI", "Nullify", "Cascade", "Deny",
        "No Action", "description", "objectID", "self", "class", "größe", "naïve", "日本", "a b",
        "a.b", "1st", "_", "Z_PK", "zent", "select", "order", "@count", "now()", "canonical:(",
        "canonical:(name)", "a.@sum", "SELF", "SELF ==", "name ==", "name == %@", "$", "(((((", "[",
        "[A-Z", "a{2000000}", "(a+)+$", "&lt;", "&amp;", "&#65;", "Place", "2001-01-01", "RTree",
    ]

    /// `name="value"`, with both places.
    private static func values(
        in text: String
    ) -> [(name: Range<String.Index>, value: Range<String.Index>)] {
        text.matches(of: /([A-Za-z]+)="([^"]*)"/).map { match in
            (match.1.startIndex..<match.1.endIndex, match.2.startIndex..<match.2.endIndex)
        }
    }

    /// Replaces, removes, renames or doubles an attribute of an element.
    private mutating func damageValue(_ text: inout String) {
        let values = Self.values(in: text)
        guard !values.isEmpty else { return }
        let place = pick(values)
        let whole = place.name.lowerBound..<text.index(after: place.value.upperBound)
        switch below(8) {
        case 0, 1: text.replaceSubrange(place.value, with: pick(Self.oddValues))
        case 2, 3:
            // Of the same name: another entity, type or number, which may well be in order.
            let same = values.filter { text[$0.name] == text[place.name] }
            text.replaceSubrange(place.value, with: String(text[pick(same).value]))
        case 4: text.replaceSubrange(place.value, with: String(text[pick(values).value]))
        case 5: text.removeSubrange(whole)
        case 6: text.replaceSubrange(place.name, with: String(text[pick(values).name]))
        default:
            let other = pick(values)
            let pair = "\(text[other.name])=\"\(text[other.value])\" "
            text.insert(contentsOf: pair, at: whole.lowerBound)
        }
    }

    // MARK: Lines

    /// Removes, doubles or moves one element or a few.
    private mutating func damageLines(_ text: inout String) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let start = below(lines.count)
        let range = start..<min(lines.count, start + 1 + (isDrawn(0.3) ? below(8) : 0))
        let part = Array(lines[range])
        switch below(4) {
        case 0: lines.removeSubrange(range)
        case 1: lines.insert(contentsOf: part, at: below(lines.count))
        case 2:
            lines.removeSubrange(range)
            lines.insert(contentsOf: part, at: below(lines.count + 1))
        default: lines.swapAt(start, below(lines.count))
        }
        text = lines.joined(separator: "\n")
    }

    // MARK: Bytes

    private static let oddBytes: [[UInt8]] = [
        [0xFF], [0xC3], [0xED, 0xA0, 0x80], [0x00], [0xEF, 0xBB, 0xBF], [0x0D], [0xE2, 0x80, 0xA8],
        Array("<".utf8), Array(">".utf8), Array("\"".utf8), Array("&".utf8), Array("<!--".utf8),
        Array("]]>".utf8), Array("<<<<<<< ours\n".utf8), Array("=======\n".utf8),
    ]

    private mutating func damageBytes(_ bytes: inout Data) {
        guard !bytes.isEmpty else { return }
        let place = below(bytes.count)
        switch below(4) {
        case 0: bytes[place] ^= 1 << UInt8(below(8))
        case 1: bytes.insert(contentsOf: pick(Self.oddBytes), at: place)
        case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + below(40)))
        default: bytes.removeSubrange(place...)
        }
    }
}
