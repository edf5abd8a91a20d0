import Foundation
import Glibc

/// Makes the tests of a text attribute, which compare its bytes where they lie in the row's slab.
enum RowTextComparison {
    private typealias Bytes = ContiguousArray<UInt8>

    /// A comparison that ignores nothing.
    ///
    /// - Returns: `nil` for an operator without a test of bytes.
    static func exact(
        _ slot: Slot, _ type: NSComparisonPredicate.Operator, _ text: String
    ) -> RowTest? {
        let index = slot.index
        let offset = slot.offset
        let wanted = Bytes(text.utf8)
        func test(
            ofNil: Bool = false, _ holds: @escaping (UnsafeRawBufferPointer) -> Bool
        ) -> RowTest {
            { row in row.bytes(at: offset, slot: index).map(holds) ?? ofNil }
        }
        switch type {
        case .equalTo: return test { isEqual($0, wanted) }
        case .notEqualTo: return test(ofNil: true) { !isEqual($0, wanted) }
        case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo:
            guard let relation = RowRelation(type) else { return nil }
            return test { relation.holds(order($0, wanted)) }
        case .beginsWith: return test { hasPrefix($0, wanted) }
        case .endsWith: return test { hasSuffix($0, wanted) }
        case .contains: return test { contains($0, wanted) }
        case .like:
            let pattern = LikePattern(text)
            return test { pattern.matches(String(decoding: $0, as: UTF8.self)) }
        default: return nil
        }
    }

    /// A comparison of folded texts; the constant is folded once.
    static func folded(
        _ slot: Slot, _ type: NSComparisonPredicate.Operator, _ text: String,
        _ options: NSComparisonPredicate.Options
    ) -> RowTest? {
        let index = slot.index
        let offset = slot.offset
        let folded = text.folded(options)
        func test(ofNil: Bool = false, _ holds: @escaping (String) -> Bool) -> RowTest {
            { row in
                guard let bytes = row.bytes(at: offset, slot: index) else { return ofNil }
                return holds(String(decoding: bytes, as: UTF8.self).folded(options))
            }
        }
        switch type {
        case .equalTo: return test { $0.utf8.elementsEqual(folded.utf8) }
        case .notEqualTo: return test(ofNil: true) { !$0.utf8.elementsEqual(folded.utf8) }
        case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo:
            guard let relation = RowRelation(type) else { return nil }
            return test { relation.holds($0.byteOrder(to: folded)) }
        case .beginsWith: return test { $0.hasBytePrefix(folded) }
        case .endsWith: return test { $0.hasByteSuffix(folded) }
        case .contains: return test { $0.containsBytes(folded) }
        case .like:
            let pattern = LikePattern(folded)
            return test { pattern.matches($0) }
        default: return nil
        }
    }

    /// Whether the text is in a list, by a search through its sorted texts.
    ///
    /// - Returns: `nil` if the list holds anything but texts.
    static func membership(_ slot: Slot, _ elements: [Any?]) -> RowTest? {
        var texts: [Bytes] = []
        for element in elements {
            guard case .text(let text) = PredicateValue(element) else { return nil }
            texts.append(Bytes(text.utf8))
        }
        texts.sort { $0.lexicographicallyPrecedes($1) }
        let index = slot.index
        let offset = slot.offset
        return { row in
            guard let bytes = row.bytes(at: offset, slot: index) else { return false }
            var low = 0
            var high = texts.count
            while low < high {
                let middle = (low + high) / 2
                switch order(bytes, texts[middle]) {
                case .orderedSame: return true
                case .orderedAscending: high = middle
                case .orderedDescending: low = middle + 1
                }
            }
            return false
        }
    }

    // MARK: Bytes

    @inline(__always)
    private static func isEqual(_ bytes: UnsafeRawBufferPointer, _ wanted: Bytes) -> Bool {
        bytes.count == wanted.count && hasPrefix(bytes, wanted)
    }

    @inline(__always)
    private static func hasPrefix(_ bytes: UnsafeRawBufferPointer, _ wanted: Bytes) -> Bool {
        guard bytes.count >= wanted.count, let start = bytes.baseAddress else {
            return wanted.isEmpty
        }
        return wanted.withUnsafeBytes { wanted in
            wanted.isEmpty || memcmp(start, wanted.baseAddress!, wanted.count) == 0
        }
    }

    private static func hasSuffix(_ bytes: UnsafeRawBufferPointer, _ wanted: Bytes) -> Bool {
        guard bytes.count >= wanted.count else { return false }
        return hasPrefix(UnsafeRawBufferPointer(rebasing: bytes.suffix(wanted.count)), wanted)
    }

    private static func contains(_ bytes: UnsafeRawBufferPointer, _ wanted: Bytes) -> Bool {
        guard let first = wanted.first else { return true }
        var rest = bytes[...]
        while rest.count >= wanted.count, let start = bytes.baseAddress {
            let begin = start + rest.startIndex
            guard let found = memchr(begin, Int32(first), rest.count - wanted.count + 1) else {
                return false
            }
            let place = rest.startIndex + (UnsafeRawPointer(found) - begin)
            if hasPrefix(UnsafeRawBufferPointer(rebasing: bytes[place...]), wanted) { return true }
            rest = bytes[(place + 1)...]
        }
        return false
    }

    /// The order of `memcmp`, a prefix before the longer text: that of SQLite's BINARY collation.
    private static func order(
        _ bytes: UnsafeRawBufferPointer, _ wanted: Bytes
    ) -> ComparisonResult {
        let common = min(bytes.count, wanted.count)
        let first = wanted.withUnsafeBytes { wanted in
            common == 0 ? 0 : memcmp(bytes.baseAddress!, wanted.baseAddress!, common)
        }
        if first != 0 { return first < 0 ? .orderedAscending : .orderedDescending }
        return ComparisonResult(bytes.count, wanted.count)
    }
}
