/// Finds the known name closest to a misspelt one.
package enum NearestName {
    /// Three slips are as many as still look like the word; more, and the hint misleads.
    private static let largestDistance = 3

    /// The candidate nearest to `name`, at most three slips away; the first of equals.
    ///
    /// Case and the choice between `-`, `_` and nothing do not count as a slip. Where slips make up
    /// more than half of the longer word it is another word: `ui` is not near to `app`.
    package static func find(_ name: String, among candidates: [String]) -> String? {
        let wanted = simplified(name)
        var best: (name: String, distance: Int)?
        for candidate in candidates {
            let known = simplified(candidate)
            let distance = distance(wanted, known)
            let length = max(wanted.count, known.count)
            guard distance <= largestDistance, 2 * distance <= length else { continue }
            if distance < best?.distance ?? Int.max { best = (candidate, distance) }
        }
        return best?.name
    }

    /// “did you mean …?”, or the list of the known names.
    package static func remedy(for name: String, among known: [String], what: String) -> String {
        if let nearest = find(name, among: known) { return "did you mean “\(nearest)”?" }
        guard !known.isEmpty else { return "remove it" }
        return "\(what) \(known.joined(separator: ", "))"
    }

    /// The number of insertions, deletions, replacements and swaps of neighbours between two words.
    ///
    /// The restricted form (no letter is edited twice): Damerau, *A technique for computer
    /// detection and correction of spelling errors*, Communications of the ACM 7 (1964).
    ///
    /// - Complexity: O(n·m).
    package static func distance(_ left: [Character], _ right: [Character]) -> Int {
        guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for i in 1...left.count {
            var row = [i]
            row.reserveCapacity(right.count + 1)
            for j in 1...right.count {
                let replacement = last[j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1)
                var least = min(last[j] + 1, row[j - 1] + 1, replacement)
                let isSwap =
                    i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1]
                if isSwap { least = min(least, beforeLast[j - 2] + 1) }
                row.append(least)
            }
            beforeLast = last
            last = row
        }
        return last[right.count]
    }

    private static func simplified(_ name: String) -> [Character] {
        name.lowercased().filter { $0 != "-" && $0 != "_" }
    }
}
