import Documents
import Results
import Topologies

/// All operations of a workload, in order, drawn from its seed before any stack exists.
///
/// The plan is the same for every topology: only the time of an operation's turn differs between
/// runs, never its effect. Draws are keyed by seed, role and number in the role, so that another
/// role, or more draws in one, shift no other role's.
package struct OperationPlan: Sendable {
    package let operations: [Operation]
    /// The names of the phases, by index.
    package let phaseNames: [String]
    /// The first revision of every note of the workload, by number.
    package let initialNotes: [NoteValue]
    /// The objects that the operations read and write.
    package let objects: OwnObjects
    /// How far the import goes.
    package let relationships: ImporterRole.Relationships
    /// What must hold of imported objects that the user marks.
    let marksHold: UserRole.Marks

    /// Opens the workload's data and draws its operations.
    ///
    /// - Parameter other: a plan of the same workload with another seed, whose data is taken over
    ///   where no seed draws it.
    /// - Throws: `WorkloadError` if data is missing or malformed.
    /// - Complexity: O(operations + lines).
    package init(_ workload: Workload, sharing other: OperationPlan? = nil) throws {
        objects = try OwnObjects(workload.content, of: workload, sharing: other?.objects)
        relationships = workload.importer?.relationships ?? .withInsert
        marksHold = workload.ui?.marks ?? .both
        var drawing = OperationDrawing(
            workload: workload, lines: objects.imported == nil ? nil : objects)
        drawing.draw()
        operations = drawing.operations
        initialNotes = drawing.initialNotes
        phaseNames = workload.phases.map(\.name)
    }

    /// Other operations on the objects of a plan, all in its first phase; none preloads notes.
    init(_ other: OperationPlan, operations: [Operation]) {
        self.operations = operations
        objects = other.objects
        relationships = other.relationships
        marksHold = other.marksHold
        phaseNames = other.phaseNames
        initialNotes = []
    }

    /// The operations of a phase and role, in order.
    package func operations(of phase: Int, role: Role) -> [Operation] {
        operations.filter { $0.phase == phase && $0.role == role }
    }

    /// `operations.csv`: a header, and a row for each operation.
    package var operationsCSV: String {
        csv(of: operations)
    }

    /// The SHA-256 of `operations.csv`, in hexadecimal.
    package var digest: String { SHA256.hex(of: operationsCSV) }

    /// The digest of operations as they were executed: equal to `digest` when each was, once.
    package func digest(ofExecuted executed: [Operation]) -> String {
        SHA256.hex(of: csv(of: executed.sorted { $0.index < $1.index }))
    }

    private func csv(of operations: [Operation]) -> String {
        var csv = Operation.csvHeader
        for operation in operations { csv += operation.csvRow(phase: phaseNames[operation.phase]) }
        return csv
    }
}
