import Documents
import Results
import Topologies

/// All operations of a workload, in order, drawn from its seed before any stack exists.
///
/// The plan is the same for every topology: what differs between runs is when an operation gets its
/// turn, never what it does. Draws are keyed by seed, role and number in the role, so that a role
/// that is added, or draws more, shifts no other.
package struct OperationPlan: Sendable {
    package let operations: [Operation]
    /// The names of the phases, by index.
    package let phaseNames: [String]
    /// Every note of the workload as it is first written, by number.
    package let initialNotes: [NoteValue]
    /// What the importer brings in; `nil` without one, and where the objects are one's own.
    package let data: ImportData?
    /// The objects of a model of one's own; `nil` for the Atlas.
    package let own: OwnObjects?
    /// How far the import goes.
    package let relationships: ImporterRole.Relationships
    /// The entities and attributes that the operations use.
    package let schema: AtlasSchema

    /// Opens the workload's data and draws its operations.
    ///
    /// - Throws: `WorkloadError` where data is missing or is not what it should be.
    /// - Complexity: O(operations + lines).
    package init(_ workload: Workload) throws {
        own = workload.content.map { OwnObjects($0, of: workload) }
        data =
            try workload.content == nil
            ? workload.importer.map { try ImportData($0, seed: workload.seed) } : nil
        relationships = workload.importer?.relationships ?? .withInsert
        schema = AtlasSchema(workload)
        let lines: (any ImportedContent)? = own?.imported == nil ? data : own
        var drawing = OperationDrawing(workload: workload, lines: lines)
        drawing.draw()
        operations = drawing.operations
        initialNotes = drawing.initialNotes
        phaseNames = workload.phases.map(\.name)
    }

    /// What the user reads and writes.
    var userContent: any UserContent { own ?? schema }

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
