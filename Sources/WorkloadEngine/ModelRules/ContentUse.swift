import Documents

/// The use that a workload makes of its content's objects, reduced to the facts that the model's
/// rules concern.
struct ContentUse {
    /// The entity that the importer brings; `nil` without an importer.
    var imported: String?
    /// How many lines it brings.
    var lines: Int
    /// What the importer sets with its objects.
    var relationships = ImporterRole.Relationships.withInsert
    /// The entity whose objects the user writes; `nil` without edits.
    var edited: String?
    /// Whether the user deletes some of the objects that it wrote.
    var deletes: Bool
    /// Where the file wants the constraint of the imported entity to find what is there; `nil` if
    /// it does not.
    var constraintPosition: Position?
    /// Whether objects are there that the import updates.
    var updates = false

    init(imported: String?, lines: Int, edited: String?, deletes: Bool) {
        self.imported = imported
        self.lines = lines
        self.edited = edited
        self.deletes = deletes
    }

    init(_ workload: Workload) {
        imported = workload.importer?.entity
        // The lines of a file are counted when it is read: as many as one may have.
        lines =
            if case .file? = workload.importer?.source {
                workload.importer?.take ?? 1_000_000
            } else { workload.importer?.generatedCount ?? 0 }
        relationships = workload.importer?.relationships ?? .withInsert
        edited = workload.ui?.edits
        // A first look-up of a deleted note deletes one.
        deletes = workload.ui.map { $0.weight(of: .delete) + $0.weight(of: .lookUp) > 0 } ?? false
        if workload.importer?.find == .constraint {
            constraintPosition =
                workload.importer?.findPosition ?? Position(source: workload.file)
        }
        updates = workload.phases.contains { $0.imported > 0 }
    }
}
