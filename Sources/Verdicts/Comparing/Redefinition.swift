import Results

/// A topology that is another one in the candidate, under the same name.
package struct Redefinition: Codable, Sendable, Hashable {
    package var variant: String
    /// The lines of its definition that only the baseline has, in order.
    package var baseline: [String]
    /// The lines that only the candidate has.
    package var candidate: [String]

    /// The redefinitions between two results, in the baseline's order.
    ///
    /// A topology whose definition a file does not record is left out.
    static func all(_ baseline: ResultFigures, _ candidate: ResultFigures) -> [Redefinition] {
        baseline.topologies.compactMap { topology in
            guard let before = topology.definition,
                let after = candidate.topologies.first(where: { $0.variant == topology.variant })?
                    .definition, before != after
            else { return nil }
            return Redefinition(
                variant: topology.variant, baseline: before.filter { !after.contains($0) },
                candidate: after.filter { !before.contains($0) })
        }
    }
}
