import CoreData
import WorkloadEngine

/// The short run that is repeated for each fault, on the objects of a workload, and the content
/// that its steps make.
///
/// Steps are numbered from 1; the base, which the store has before the run, is outside of them.
package struct FaultScript: Sendable {
    let run: ShortRun
    /// The setup's, which its coordinators share.
    let model: NSManagedObjectModel
    /// The step numbers, each with its role.
    let steps: [FaultStep]

    /// - Throws: `WorkloadError` for a workload that writes nothing.
    package init(_ setup: RunSetup) throws {
        run = try ShortRun(of: setup)
        model = setup.model
        steps = run.steps.enumerated().map { FaultStep(index: $0 + 1, step: $1) }
    }

    /// What the workload does and the run does not, a sentence each.
    package var omissions: [String] { run.omissions }

    var base: FaultStep { FaultStep(index: 0, step: run.base) }

    /// An entity whose objects lack a value that the model demands when they are inserted.
    ///
    /// `nil` if every entity of the content does without.
    var entityThatNeedsValues: String? {
        run.plan.objects.content.entities.map(\.name).first { name in
            guard let entity = model.entitiesByName[name], !entity.isAbstract else { return false }
            return entity.attributesByName.values.contains {
                !$0.isOptional && !$0.isTransient && $0.defaultValue == nil
            }
        }
    }

    /// The content of a store that holds the base and these steps.
    ///
    /// - Parameter steps: by their numbers, in the order in which they took effect.
    func content(of steps: some Sequence<Int>) -> StoreContent {
        run.content(after: steps.map { $0 - 1 })
    }
}

extension StoreContent {
    /// The difference from the expected content, in a few words; `nil` if there is none.
    func difference(from expected: StoreContent) -> String? {
        guard self != expected else { return nil }
        return differences(from: expected, limit: 3).joined(separator: "; ")
    }
}
