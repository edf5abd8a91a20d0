import Foundation
import Runs
import Testing

/// Valid models from a seed: `lab lint` accepts the workload of `lab new` for each, and no topology
/// fails on it.
struct RandomModelTests {
    /// The highest share of models that nothing can be written for: an entity that all others need
    /// has a required transformable, a key by a regular expression, a required many-to-many, and
    /// the like.
    private static let refusedShare = 0.05

    /// What became of some models.
    private struct Tally {
        var models = 0
        var varied = 0
        /// Those whose imported objects are of several subentities.
        var families = 0
        var refusals: [(seed: UInt64, reason: String)] = []

        static func + (left: Tally, right: Tally) -> Tally {
            Tally(
                models: left.models + right.models, varied: left.varied + right.varied,
                families: left.families + right.families,
                refusals: left.refusals + right.refusals)
        }
    }

    /// A thousand take 25 seconds of a core: `LAB_RANDOM_MODELS=100000` takes more.
    @Test func `No model in order is judged wrong, and hardly any is refused`() async throws {
        let tally = try await withThrowingTaskGroup(of: Tally.self) { group in
            for seeds in RandomModelSeeds.parts("LAB_RANDOM_MODELS") {
                group.addTask { try Self.tally(of: seeds) }
            }
            return try await group.reduce(Tally()) { $0 + $1 }
        }
        guard tally.models > 1 else { return }
        // An import that sets no relationships cannot make objects that need some.
        #expect(tally.varied * 4 >= tally.models * 3, "\(tally.varied) varied")
        #expect(tally.families * 10 >= tally.models, "\(tally.families) families")
        let share = Double(tally.refusals.count) / Double(tally.models)
        let list = tally.refusals.sorted { $0.seed < $1.seed }
            .map { "\($0.seed): \($0.reason)" }.joined(separator: "\n")
        #expect(share <= Self.refusedShare, "\(list)")
    }

    /// Runs the models, and reports those that were judged wrong.
    private static func tally(of seeds: Range<UInt64>) throws -> Tally {
        let folder = try ScratchFolder.inMemory()
        defer { folder.remove() }
        var run = RandomModelRun(in: URL(filePath: folder.path))
        var tally = Tally(models: seeds.count)
        var wrong = 0
        for seed in seeds {
            let verdict = try run.verdict(of: seed)
            if run.isVaried { tally.varied += 1 }
            if run.text?.contains("\n    subentities: {") == true { tally.families += 1 }
            switch verdict {
            case .asExpected: continue
            case .refused(let reason): tally.refusals.append((seed, reason))
            case .unreadable, .written, .judgedWrong:
                wrong += 1
                // The first ones suffice, and each is long.
                guard wrong <= 3 else { continue }
                Issue.record(
                    """
                    the model of LAB_RANDOM_MODEL=\(seed): \(verdict)
                    \(RandomModel(seed: seed).contents)
                    \(run.text ?? "")
                    """)
            }
        }
        #expect(wrong == 0, "of the models \(seeds)")
        return tally
    }

    /// What Xcode's files have now and then, as they spell it.
    private static let rareParts = [
        "allowsExternalBinaryDataStorage", "canonical:(", ".@count", "now()", "composite=",
        "valueTransformerName", "elementID", "preserveAfterDeletion", "representedClassName",
        "<fetchIndex ", "<fetchedProperty ", "<fetchRequest name=\"template\"", "<configuration ",
        "<userInfo>", "isAbstract", "transient",
    ]

    @Test func `Among a hundred models each rule occurs`() {
        var found: Set<String> = []
        for seed in 0..<100 as Range<UInt64> {
            let model = RandomModel(seed: seed)
            let entities = model.entities
            for part in Self.rareParts where model.contents.contains(part) { found.insert(part) }
            let called = entities.map { $0.name.lowercased() }
            if Set(called).count < called.count { found.insert("entities by case") }
            for entity in entities {
                let names = entity.names
                if Set(names.map { $0.lowercased() }).count < names.count { found.insert("case") }
                if entity.parent != nil { found.insert("parent") }
                for names in entity.constraints { found.insert("unique \(names.count)") }
                for attribute in entity.attributes {
                    if attribute.details.contains("ValueString") { found.insert("bounds") }
                    found.insert(attribute.type)
                }
                for relationship in entity.relationships {
                    let inverse = entities.first { $0.name == relationship.destination }?
                        .relationships.first { $0.name == relationship.inverse }
                    let end = inverse.map { $0.isToMany ? "many" : "one" } ?? "none"
                    let need = relationship.isOptional ? "" : "required "
                    if relationship.isOrdered { found.insert("ordered \(end)-to-many") }
                    found.insert("\(need)\(end)-to-\(relationship.isToMany ? "many" : "one")")
                }
            }
        }
        let rules = [
            "case", "entities by case", "parent", "unique 1", "unique 2", "bounds", "Transformable",
            "one-to-one",
            "required one-to-one", "one-to-many", "required one-to-many", "many-to-one",
            "required many-to-one", "many-to-many", "none-to-one", "none-to-many",
            "ordered one-to-many", "ordered many-to-many",
        ]
        #expect(Set(rules + Self.rareParts).subtracting(found) == [])
    }
}
