import Foundation

// The one implementation of Cocoa's text comparisons: predicates in memory call it directly, and
// the store calls it through the SQL functions in `SQLFunctions`. So both give the same answers.

extension String {
    /// The text with case, diacritics or both folded away.
    ///
    /// Folded text is also composed, so that texts compare equal if they differ only in their
    /// normal form, as in Cocoa's non-literal comparison. Without options the text stays unchanged.
    func folded(_ options: NSComparisonPredicate.Options) -> String {
        let folding = options.intersection([.caseInsensitive, .diacriticInsensitive])
        if folding.isEmpty { return self }
        if utf8.allSatisfy({ $0 < 0x80 }) {
            // Most text is ASCII: it has no diacritics, and case is one bit.
            return folding.contains(.caseInsensitive) ? asciiLowercased : self
        }
        var compare: String.CompareOptions = []
        if folding.contains(.caseInsensitive) { compare.insert(.caseInsensitive) }
        if folding.contains(.diacriticInsensitive) { compare.insert(.diacriticInsensitive) }
        return self.folding(options: compare, locale: nil).precomposedStringWithCanonicalMapping
    }

    private var asciiLowercased: String {
        guard utf8.contains(where: { $0 &- 0x41 < 26 }) else { return self }
        return String(unsafeUninitializedCapacity: utf8.count) { buffer in
            var count = 0
            for byte in utf8 {
                buffer[count] = byte &- 0x41 < 26 ? byte | 0x20 : byte
                count += 1
            }
            return count
        }
    }

    /// BEGINSWITH, byte by byte; every text begins with the empty one.
    func hasBytePrefix(_ prefix: String) -> Bool {
        utf8.starts(with: prefix.utf8)
    }

    /// ENDSWITH, byte by byte; every text ends with the empty one.
    func hasByteSuffix(_ suffix: String) -> Bool {
        utf8.count >= suffix.utf8.count && utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }

    /// CONTAINS, byte by byte; every text contains the empty one.
    func containsBytes(_ part: String) -> Bool {
        guard let first = part.utf8.first else { return true }
        var text = self, part = part
        return text.withUTF8 { text in
            part.withUTF8 { part in
                var start = 0
                while text.count - start >= part.count,
                    let candidate = text[start...].firstIndex(of: first)
                {
                    if text[candidate...].starts(with: part) { return true }
                    start = candidate + 1
                }
                return false
            }
        }
    }
}
