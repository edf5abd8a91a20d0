import Foundation
import Synchronization

/// The compiled patterns of MATCHES, shared by predicates in memory and in SQL.
enum RegularExpressions {
    private struct Key: Hashable {
        let pattern: String
        let isCaseInsensitive: Bool
    }

    /// A fetch uses the same pattern for each row, and few patterns are in use at a time.
    private static let limit = 64
    private static let compiled = Mutex<[Key: NSRegularExpression]>([:])

    /// Compiles a pattern in ICU's syntax, or returns the cached one.
    ///
    /// - Throws: Foundation's error if the pattern is malformed.
    static func regularExpression(
        _ pattern: String, options: NSComparisonPredicate.Options
    ) throws -> NSRegularExpression {
        let isCaseInsensitive = options.contains(.caseInsensitive)
        let key = Key(pattern: pattern, isCaseInsensitive: isCaseInsensitive)
        if let known = compiled.withLock({ $0[key] }) { return known }
        let made = try NSRegularExpression(
            pattern: pattern, options: isCaseInsensitive ? [.caseInsensitive] : [])
        compiled.withLock { cache in
            if cache.count >= limit { cache.removeAll() }
            cache[key] = made
        }
        return made
    }

    /// Whether the whole text matches; a malformed pattern matches no text.
    static func matches(
        _ text: String, pattern: String, options: NSComparisonPredicate.Options
    ) -> Bool {
        // ICU ignores case itself, but not diacritics: fold them before.
        let folding = options.intersection(.diacriticInsensitive)
        let text = text.folded(folding)
        let whole = NSRange(location: 0, length: text.utf16.count)
        // `a|ab` must match all of "ab": anchor the end in the pattern, or ICU stops at "a".
        let anchored = "(?:\(pattern.folded(folding)))\\z"
        guard let expression = try? regularExpression(anchored, options: options) else {
            return false
        }
        return expression.firstMatch(in: text, options: .anchored, range: whole)?.range == whole
    }
}
