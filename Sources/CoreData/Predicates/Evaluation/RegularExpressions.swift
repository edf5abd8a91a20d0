import Foundation
import Synchronization

/// The compiled patterns of MATCHES, shared by predicates in memory and in SQL.
enum RegularExpressions {
    private struct Key: Hashable {
        let pattern: String
        let isCaseInsensitive: Bool
    }

    /// A fetch asks for the same pattern once a row; few patterns live at a time.
    private static let limit = 64
    private static let compiled = Mutex<[Key: NSRegularExpression]>([:])

    /// Compiles a pattern of ICU's syntax, or takes it from the cache.
    ///
    /// - Throws: Foundation's error when the pattern is malformed.
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

    /// Whether the whole text matches; a malformed pattern matches nothing.
    static func matches(
        _ text: String, pattern: String, options: NSComparisonPredicate.Options
    ) -> Bool {
        // ICU ignores case by itself; diacritics it does not know about are folded beforehand.
        let folding = options.intersection(.diacriticInsensitive)
        let text = text.folded(folding)
        let whole = NSRange(location: 0, length: text.utf16.count)
        // `a|ab` must match all of "ab": the end belongs to the pattern, or ICU stops at "a".
        let anchored = "(?:\(pattern.folded(folding)))\\z"
        guard let expression = try? regularExpression(anchored, options: options) else {
            return false
        }
        return expression.firstMatch(in: text, options: .anchored, range: whole)?.range == whole
    }
}
