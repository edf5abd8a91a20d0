import Documents

/// The role that brings in data in batches, each saved once: lines of JSON, from a file or
/// generated.
package struct ImporterRole: Sendable, Hashable {
    /// Where the lines come from.
    package enum Source: Sendable, Hashable {
        case file(WorkloadFile)
        /// A number of lines, drawn from the workload's seed.
        case generated(Int)
    }

    /// How a batch gets into the store.
    package enum Method: String, CaseIterable, Sendable {
        /// As new objects.
        case insert
        /// Each object is found by its key and changed, or created.
        case upsert
        /// By a batch insert request, past the contexts. It sets no relationships.
        case batchInsert = "batch-insert"
        /// The same, but the request asks a block for one object after the other, so that they are
        /// never in memory together.
        case batchInsertBlock = "batch-insert-block"

        /// Whether a request writes past the contexts.
        package var isBatchInsert: Bool { self == .batchInsert || self == .batchInsertBlock }
    }

    /// How objects are found that may be there.
    package enum Find: String, CaseIterable, Sendable {
        /// With one fetch a batch, by a set of keys.
        case batch
        /// With one fetch for each object.
        case each
        /// With one sorted fetch a batch, and a walk through both lists.
        case sorted
        /// Not at all: each is inserted, and the uniqueness constraint of its entity makes it an
        /// update of the object that is there, by the merge policy of the context that commits.
        ///
        /// Partners are found with one fetch a batch.
        case constraint
    }

    /// When relationships are set.
    package enum Relationships: String, CaseIterable, Sendable {
        /// With the objects.
        case withInsert = "with-insert"
        /// In batches of their own when all objects are saved, each end found by its key.
        case secondPass = "second-pass"
        case none
    }

    package var source: Source

    /// The number of generated lines that are imported.
    var generatedCount: Int {
        guard case .generated(let count) = source else { return 0 }
        return min(count, take ?? count)
    }

    /// The number of lines that have been begun when the import ends.
    func lastLine(of count: Int) -> Int {
        cancelAfter.map { Int((Double(count) * $0).rounded()) } ?? count
    }

    /// A file whose lines have the values of the objects of an entity that are found or created.
    package struct PartnerFile: Sendable, Hashable {
        package var entity: String
        package var file: WorkloadFile
    }

    /// One at most for each entity.
    package var partnerFiles: [PartnerFile] = []
    /// The entity of the imported objects.
    package var entity: String
    /// How many lines are imported; `nil` for all.
    package var take: Int?
    /// Lines a batch.
    package var batch: Int
    /// From one batch's due time to the next; `nil` submits each when the one before is saved.
    package var pace: Duration?
    package var method: Method
    package var find: Find
    /// Where the file says how objects are found; `nil` if it does not.
    package var findPosition: Position?
    package var relationships: Relationships
    /// Lines a batch of the second pass.
    package var linkBatch: Int
    /// Whether the context is reset after each save, so that it holds one batch at most.
    package var isReset: Bool
    /// The share of the lines after which the import is cancelled; `nil` for one that ends.
    ///
    /// The batch that is under way is rolled back, and no other follows.
    package var cancelAfter: Double?
    /// How many import at once, each its own batches.
    package var importers = 1

    /// The number of the importer, from 0, that has a batch: one batch after the other is dealt
    /// out to them in turn.
    func part(of operation: Operation) -> Int {
        guard importers > 1, case .importBatch(let lines) = operation.payload else { return 0 }
        return lines.lowerBound / batch % importers
    }
}
