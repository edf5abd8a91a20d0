import CoreData
import Execution
import Foundation
import Results
import Topologies

/// A few operations on the objects of a workload, in steps that each end with a save: for one who
/// repeats a run thousands of times.
///
///     base   three of the user's objects, one imported
///     1      the user adds three             2   the importer brings four
///     3      changes two, deletes one        4   brings three
///     5      adds, changes and deletes one   6   brings two
///                                            7   joins them, if they are joined in a second pass
///
/// The user adds, changes and deletes only where the workload's does. Steps of one role build on
/// each other only; those of two may come in any order.
package struct ShortRun: Sendable {
    /// The edits of a role in its context before it saves.
    package struct Step: Sendable, Hashable {
        package var role: Role
        /// The operations, by their numbers in the plan.
        package var operations: Range<Int>
    }

    /// The operations alone, in the order of the steps.
    package let plan: OperationPlan
    /// What the store holds before the run.
    package let base: Step
    package let steps: [Step]
    /// What the workload does and these steps do not, a sentence each.
    package let omissions: [String]
    private let importer: ImporterRole?

    /// Makes the steps of a workload.
    ///
    /// - Throws: `WorkloadError` for a workload that writes nothing.
    package init(of setup: RunSetup) throws {
        var drawing = ShortDrawing(setup)
        drawing.draw()
        plan = OperationPlan(setup.plan, operations: drawing.operations)
        steps = drawing.steps.filter { !$0.operations.isEmpty }
        base = drawing.base
        omissions = drawing.omissions
        importer = drawing.importer
        guard steps.count >= 2 else {
            throw WorkloadError.writesTooLittle(setup.workload.file)
        }
    }

    /// The content of a store after the base and some steps.
    ///
    /// - Parameter steps: by their places, in the order in which they took effect.
    package func content(after steps: some Sequence<Int>) -> StoreContent {
        let operations = base.operations + steps.flatMap { self.steps[$0].operations }
        return ExpectedData(plan, applying: Array(operations)).content
    }

    /// The content of a context, with its pending changes.
    ///
    /// - Precondition: on the context's queue.
    /// - Throws: the error of a failed fetch.
    package func content(of context: NSManagedObjectContext) throws -> StoreContent {
        try plan.objects.read(context)
    }

    /// Makes a step's edits.
    ///
    /// All objects are fetched before the first edit, so a failing fetch leaves no half of the
    /// step.
    ///
    /// - Precondition: on the context's queue.
    /// - Returns: how many objects it inserted, changed or deleted.
    /// - Throws: the store's error, or `WorkloadError` for an object that is not there; nothing is
    ///   edited then.
    package func perform(
        _ step: Step, in context: NSManagedObjectContext, on execution: any Execution
    ) throws -> Int {
        var edits = 0
        let operations = plan.operations[step.operations]
        let notes = try notes(of: operations, in: context)
        var partners = PartnerSearch(plan.objects, .batch, in: context)
        try partners.look(for: operations.compactMap { added($0) }[...])
        for operation in operations {
            switch operation.payload {
            case .add(let note):
                edits += try plan.objects.write(note, into: context, &partners)
            case .edit(let note):
                notes[note.number].map { plan.objects.edit($0, to: note) }
                edits += 1
            case .delete(let number):
                notes[number].map(context.delete)
                edits += 1
            case .importBatch(let lines): edits += try importing(execution, lines, context)
            case .preloadImported(let lines):
                edits += try own(execution).preload(lines, in: context).edits
            case .linkBatch(let lines):
                edits += try own(execution).link(lines, of: operation, in: context).edits
            default: preconditionFailure("a short run only writes, and has a \(operation.kind)")
            }
        }
        return edits + partners.created
    }

    private func importing(
        _ execution: any Execution, _ lines: Range<Int>, _ context: NSManagedObjectContext
    ) throws -> Int {
        try own(execution).importBatch(lines, in: context).edits
    }

    private func own(_ execution: any Execution) -> OwnImporter {
        guard let importer else { preconditionFailure("a batch without an importer") }
        return OwnImporter(objects: plan.objects, role: importer, execution: execution)
    }

    private func added(_ operation: Operation) -> OwnObjects.Draft? {
        guard case .add(let note) = operation.payload else { return nil }
        return plan.objects.draft(of: note)
    }

    /// The user's objects that a step changes or deletes, by their numbers.
    private func notes(
        of operations: ArraySlice<Operation>, in context: NSManagedObjectContext
    ) throws -> [Int: NSManagedObject] {
        var wanted: [Int: Operation] = [:]
        for operation in operations {
            switch operation.payload {
            case .edit(let note): wanted[note.number] = operation
            case .delete(let number): wanted[number] = operation
            default: break
            }
        }
        guard !wanted.isEmpty else { return [:] }
        let (entity, key) = plan.objects.note
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.predicate = NSPredicate(
            format: "%K IN %@",
            argumentArray: [key, wanted.keys.sorted().map { plan.objects.noteKey($0) }])
        // A fault that cannot be read later would trap, as it raises on Apple's platforms.
        request.returnsObjectsAsFaults = false
        var notes: [Int: NSManagedObject] = [:]
        for note in try context.fetch(request) {
            if let number = plan.objects.number(ofNote: note) { notes[number] = note }
        }
        for (number, operation) in wanted.sorted(by: { $0.key < $1.key })
        where notes[number] == nil {
            throw WorkloadError.missingObject("note \(number)", of: operation)
        }
        return notes
    }
}
