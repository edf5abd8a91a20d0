/// Finds the known name closest to a misspelt one.
enum NearestName {
    /// The candidate with the fewest typing errors from `name`; `nil` if none is near.
    ///
    /// Near means at most one error in three characters of the longer name; with more errors, most
    /// names would be equally near. Of several the first in alphabetical order.
    static func of(_ name: String, among candidates: some Sequence<String>) -> String? {
        candidates.sorted()
            .map { (candidate: $0, distance: distance(name.lowercased(), $0.lowercased())) }
            .filter { $0.distance <= max(1, max(name.count, $0.candidate.count) / 3) }
            .min { $0.distance < $1.distance }?
            .candidate
    }

    /// A remedy: the nearest name, or all if they are few, or else another sentence.
    static func advice(
        _ name: String, among candidates: [String], otherwise: String
    ) -> String {
        if let nearest = of(name, among: candidates) { return "Did you mean \"\(nearest)\"?" }
        // A longer list would bury the sentence before it.
        let isFew = 1...12 ~= candidates.count
        return isFew ? "Use one of: \(candidates.joined(separator: ", "))." : otherwise
    }

    /// The number of insertions, deletions, substitutions and swaps of neighbours between two
    /// words.
    ///
    /// This is the optimal string alignment form of Damerau's distance (CACM 7(3), 1964).
    ///
    /// - Complexity: O(*n*·*m*) in the lengths.
    static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left)
        let right = Array(right)
        var beforePrevious: [Int] = []
        var previous = Array(0...right.count)
        for (row, character) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var best = min(
                    previous[column + 1] + 1, current[column] + 1,
                    previous[column] + (character == other ? 0 : 1))
                if row > 0, column > 0, character == right[column - 1], left[row - 1] == other {
                    best = min(best, beforePrevious[column - 1] + 1)
                }
                current.append(best)
            }
            (beforePrevious, previous) = (previous, current)
        }
        return previous[right.count]
    }
}
