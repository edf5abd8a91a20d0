extension MappingReader {
    /// The largest error of a sum of weights: decimal fractions lose this much as binary ones.
    private static let weightTolerance = 1e-9

    /// Named weights that sum to 1, in the order of the file: `{ fetch-page: 0.75, search: 0.25 }`.
    ///
    /// - Parameters:
    ///   - names: the names that may have a weight.
    ///   - what: the kind of the names, in the singular: `operation`.
    /// - Throws: `DocumentError` for an unknown name, with the nearest; for a weight below 0; and
    ///   for another sum than 1, with the sum.
    package func weights(
        of names: [String], what: String
    ) throws -> [(name: String, weight: Double)] {
        var issues = DocumentIssues()
        var weights: [(name: String, weight: Double)] = []
        for entry in all() {
            let weight = try issues.collect {
                guard names.contains(entry.key) else {
                    throw DocumentError.unknownName(
                        entry.key, what: what, at: entry.keyPosition, path: entry.value.path,
                        known: names)
                }
                return try entry.value.number(in: 0...1)
            }
            if let weight { weights.append((entry.key, weight)) }
        }
        try issues.throwIfAny()
        let sum = weights.reduce(0) { $0 + $1.weight }
        guard abs(sum - 1) <= Self.weightTolerance else {
            let shown = (sum * 1e6).rounded() / 1e6
            throw DocumentError(
                .wrongSum, at: position, path: node.path,
                "the weights of “\(node.name)” sum to \(shown)",
                remedy: "change them so that they sum to 1")
        }
        return weights
    }
}
