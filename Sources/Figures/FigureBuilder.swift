import Results

/// Computes every figure from the record of one repetition.
///
/// Architecture.md, “The figures”, has each formula. A pure function: the same record gives the
/// same figures, on any machine. A metric that a phase cannot have is left out, never zero.
package enum FigureBuilder {
    /// The figures of each measured phase, and those over all measured phases (`all`), in the order
    /// of the phases and of the tables there.
    package static func figures(of record: RunRecord) -> [Figure] {
        PhaseScope.scopes(of: record.phases).flatMap { scope in
            var list = FigureList(phase: scope.name)
            addMainQueue(of: record, in: scope, to: &list)
            addCauses(of: record, in: scope, to: &list)
            addHitches(of: record, in: scope, to: &list)
            addOperations(of: record, in: scope, to: &list)
            addImport(of: record, in: scope, to: &list)
            addFreshness(of: record, in: scope, to: &list)
            addWork(of: record, in: scope, to: &list)
            addStore(of: record, in: scope, to: &list)
            addProcess(of: record, in: scope, to: &list)
            LossFigureBuilder.add(
                record.edits, knowsDurability: record.knowsDurability,
                silentRoles: record.silentRoles, in: scope, to: &list)
            // Of the whole run, and of no phase.
            if scope.name == PhaseName.all {
                addReference(of: record, to: &list)
                addList(of: record, to: &list)
                addObservers(of: record, to: &list)
                addTermination(of: record, to: &list)
            }
            return list.figures
        }
    }
}
