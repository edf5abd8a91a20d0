import Foundation
import Testing

/// Valid models from a seed: `lab lint` accepts the workload of `lab new` for each, and no topology
/// fails on it.
struct RandomModelTests {
    /// A thousand take a minute of a core: `LAB_RANDOM_MODELS=100000` takes more,
    /// `LAB_RANDOM_MODEL=17` that one alone.
    private static var seeds: Range<UInt64> {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["LAB_RANDOM_MODEL"].flatMap(UInt64.init) {
            return seed..<seed + 1
        }
        return 0..<(environment["LAB_RANDOM_MODELS"].flatMap(UInt64.init) ?? 1_000)
    }

    /// Where nothing can be written: an entity that all others need has a required transformable,
    /// a key by a regular expression, a required many-to-many, and the like.
    private static let refusedShare = 0.05

    @Test func `No model in order is judged wrong, and hardly any is refused`() throws {
        let sample = try SampleWorkload()
        var run = RandomModelRun(in: sample.folder)
        var refusals: [(seed: UInt64, reason: String)] = []
        var wrong = 0
        var varied = 0
        var families = 0
        for seed in Self.seeds {
            let verdict = try run.verdict(of: seed)
            if run.isVaried { varied += 1 }
            if run.text?.contains("\n    subentities: {") == true { families += 1 }
            switch verdict {
            case .asExpected: continue
            case .refused(let reason): refusals.append((seed, reason))
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
        #expect(wrong == 0)
        // An import that sets no relationships cannot make objects that need some.
        #expect(varied * 4 >= Self.seeds.count * 3 || Self.seeds.count == 1, "\(varied) varied")
        #expect(families * 10 >= Self.seeds.count || Self.seeds.count == 1, "\(families) families")
        let share = Double(refusals.count) / Double(Self.seeds.count)
        let list = refusals.map { "\($0.seed): \($0.reason)" }.joined(separator: "\n")
        #expect(share <= Self.refusedShare || Self.seeds.count == 1, "\(list)")
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
