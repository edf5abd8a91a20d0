import Documents
import Foundation
import Results
import Topologies

/// The work of every stack: model, data, roles, phases and seed, as a file describes it.
///
/// `Workload.load(named:settings:)` reads one; `OperationPlan` draws its operations.
package struct Workload: Sendable {
    /// The file's name without its extension.
    package var name: String
    /// The path of the file, as messages call it.
    package var file: String
    package var title: String
    package var question: String
    /// The result that the author expects, in words.
    package var expect: String
    package var seed: UInt64
    package var model: WorkloadFile
    /// How the objects come about, in the forms that the importer's lines have.
    package var content: OwnContent
    package var store: StoreSettings
    package var importer: ImporterRole?
    package var ui: UserRole?
    package var sync: SyncRole?
    package var display: DisplayRole?
    package var app: AppRole?
    package var observers: ObserversRole?
    package var phases: [Phase]
    /// The topologies of a run if the user names none, in the form of `--topology`; empty for the
    /// default four.
    package var topologies: [VariantSpec]
    package var repetitions: Int
    /// Children that are killed for each topology.
    package var kills: Int
    /// The mapping of bounds that a report shows as kept or not, with its position in the file.
    ///
    /// `Limit` interprets the names of figures and their bounds.
    package var limits: DocumentNode?
    /// The mapping of bounds and allowed changes that fail the command, for `Gate` to read.
    package var gates: DocumentNode?
    /// Fields for every topology that has them; `--topology` replaces them.
    package var topologyFields: [(field: String, value: String)]
    /// The SHA-256 of the file's canonical form with settings, but without limits and gates, in
    /// hexadecimal; if the content is a file beside the model, of both digests.
    ///
    /// It identifies the work of a run, not the expectations of its figures.
    package var digest: String
    /// The digest with limits and gates, which results of older builds carry.
    ///
    /// `nil` if the file has neither, because both digests are then equal, and for a workload whose
    /// content is a file: older builds knew none.
    package var formerDigest: String?
}

extension Workload {
    /// The phase of the headline figures: `import` if it exists, else the last measured phase.
    package var headlinePhase: String {
        let measured = phases.filter(\.isMeasured)
        return measured.first { $0.name == "import" }?.name ?? measured.last?.name ?? ""
    }

    /// Whether two contexts may change one object at once, so that a save may be refused.
    var isContested: Bool { sync != nil || ui?.weight(of: .mark) ?? 0 > 0 }

    /// The reason that the data after a crash cannot be predicted; `nil` if it can.
    package var crashObstacle: String? {
        if sync != nil {
            return "with the role sync, the store's content depends on the order of saves"
        }
        if ui?.marks == .either {
            return "with marks: either, the store's content depends on the order of saves"
        }
        if importer?.method.isBatchInsert == true {
            return "a batch insert bypasses the contexts, and its begin is not recorded"
        }
        if store.kind != .sqlite {
            return "a store of the type \(store.kind.rawValue) is not written through SQLite"
        }
        return nil
    }

    /// Children to kill for each topology; 0 if the data after a kill cannot be judged.
    package var judgedKills: Int { crashObstacle == nil ? kills : 0 }
}
