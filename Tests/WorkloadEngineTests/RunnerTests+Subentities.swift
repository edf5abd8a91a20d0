import CoreData
import CrashLab
import Foundation
import Results
import Runs
import Testing
import Topologies
import WorkloadEngine

// Imports whose objects are of several subentities: vehicles of a garage's file, with owners, parts
// that all have, and parts that one kind has.
extension RunnerTests {
    private static let vehicles = """
        <?xml version="1.0" encoding="UTF-8"?>
        <model>
        <entity name="Vehicle" isAbstract="YES">
        <attribute name="number" attributeType="Integer 64"/>
        <attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="owner" optional="YES" maxCount="1" deletionRule="Nullify" \
        destinationEntity="Person" inverseName="vehicles" inverseEntity="Person"/>
        <relationship name="wheels" optional="YES" toMany="YES" ordered="YES" \
        deletionRule="Cascade" destinationEntity="Wheel" inverseName="vehicle" \
        inverseEntity="Wheel"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="number"/>\
        </uniquenessConstraint></uniquenessConstraints>
        </entity>
        <entity name="Car" parentEntity="Vehicle">
        <attribute name="doors" attributeType="Integer 16"/>
        </entity>
        <entity name="Cabrio" parentEntity="Car">
        <attribute name="roof" optional="YES" attributeType="String"/>
        </entity>
        <entity name="Van" parentEntity="Vehicle">
        <attribute name="load" attributeType="Integer 32"/>
        <relationship name="shelves" optional="YES" toMany="YES" deletionRule="Cascade" \
        destinationEntity="Shelf" inverseName="van" inverseEntity="Shelf"/>
        </entity>
        <entity name="Person" isAbstract="YES">
        <attribute name="email" attributeType="String"/>
        <relationship name="vehicles" optional="YES" toMany="YES" deletionRule="Nullify" \
        destinationEntity="Vehicle" inverseName="owner" inverseEntity="Vehicle"/>
        </entity>
        <entity name="Driver" parentEntity="Person">
        <attribute name="licence" attributeType="String"/>
        </entity>
        <entity name="Company" parentEntity="Person"/>
        <entity name="Wheel">
        <attribute name="size" attributeType="Integer 16"/>
        <relationship name="vehicle" optional="YES" maxCount="1" deletionRule="Nullify" \
        destinationEntity="Vehicle" inverseName="wheels" inverseEntity="Vehicle"/>
        </entity>
        <entity name="Shelf">
        <attribute name="label" optional="YES" attributeType="String"/>
        <relationship name="van" optional="YES" maxCount="1" deletionRule="Nullify" \
        destinationEntity="Van" inverseName="shelves" inverseEntity="Van"/>
        </entity>
        <entity name="Other"/>
        <entity name="Note">
        <attribute name="number" attributeType="Integer 64"/>
        <attribute name="text" optional="YES" attributeType="String"/>
        </entity>
        </model>
        """

    private static let garage = """
        schema: 1
        title: A garage
        question: Does it work?
        expect: yes, it does
        seed: 7
        model: Vehicles.xcdatamodel
        content:
          Vehicle:
            number: key number
            name: words 1..3
            owner: one of 9 Person
            wheels: new 0..4 Wheel
            subentities: { Car: 0.5, Cabrio: 0.1, Van: 0.4 }
          Car: { doors: integer 2..5 }
          Cabrio: { doors: integer 2..2, roof: words 1..1 }
          Van: { load: integer 500..3000, shelves: new 1..3 Shelf }
          Person: { email: key text, subentities: { Driver: 0.6, Company: 0.4 } }
          Driver: { licence: letters 4..9 }
          Company: {}
          Wheel: { size: integer 14..20 }
          Shelf: { label: letters 2..4 }
          Note: { number: key number, text: words 1..3 }
          Other: {}
        roles:
          importer: { generate: 60, entity: Vehicle, batch: 10, pace: 5ms }
          ui:
            arrivals: poisson 200/s
            mix: { fetch-page: 0.3, search: 0.2, edit: 0.3, delete: 0.2 }
            page: 4
            save: after-edit
            edits: Note
            shows: name
        phases:
          - { name: preload, notes: 20, measured: false }
          - { name: import, for: 60ms, roles: [importer, ui] }
        """

    private static func garage(_ replacements: [(String, String)]) -> String {
        var text = garage
        for (part, replacement) in replacements {
            precondition(text.contains(part), "the garage has no “\(part)” to replace")
            text = text.replacing(part, with: replacement)
        }
        return text
    }

    private func garageWorkload(_ replacements: [(String, String)] = []) throws -> Workload {
        let folder = sample.folder.appending(path: "Vehicles.xcdatamodel")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try sample.write(Self.vehicles, to: "Vehicles.xcdatamodel/contents")
        return try sample.parse(Self.garage(replacements + [("Vehicles.xcdatamodel", folder.path)]))
    }

    private static let garageWays: [[(String, String)]] = [
        [],
        [("pace: 5ms", "pace: 5ms, find: each, reset: true")],
        [("pace: 5ms", "pace: 5ms, method: upsert"), ("notes: 20", "notes: 20, imported: 25")],
        [
            ("pace: 5ms", "pace: 5ms, method: upsert, find: sorted"),
            ("notes: 20", "notes: 20, imported: 25"),
        ],
        [("pace: 5ms", "pace: 5ms, relationships: second-pass")],
        [("edits: Note", "edits: Van")],
        [("edits: Note", "edits: Vehicle")],
    ]

    private static let garageStacks = TopologyCatalogue.all.map(\.name)

    @Test(arguments: garageWays.indices, garageStacks)
    func `Objects of several subentities end as they were drawn`(
        _ way: Int, _ topology: String
    ) throws {
        let workload = try garageWorkload(Self.garageWays[way])
        _ = try workload.loadModel()
        for readPastTheEngine in [false, true] {
            let outcome = try runInVirtualTime(
                workload, topology, UInt64(way), readPastTheEngine: readPastTheEngine)
            #expect(outcome.failures.map(\.description) == [])
            #expect(outcome.differences == [])
            #expect(outcome.isAsExpected)
        }
    }

    @Test func `A run on real queues decodes the subentity that a line names`() async throws {
        let run = try await run(garageWorkload(), on: "siblings")
        #expect(run.outcome.failures.map(\.description) == [])
        #expect(run.outcome.differences == [])
        for operation in run.plan.operations where operation.role == .importer {
            #expect(run.seen.edits[operation.index] == operation.edits, "\(operation)")
        }
    }

    @Test func `Uniqueness finds an object whatever its subentity is`() throws {
        let text: [(String, String)] = [
            ("pace: 5ms", "pace: 5ms, method: upsert, find: constraint"),
            ("notes: 20", "notes: 20, imported: 25"), ("    wheels: new 0..4 Wheel\n", ""),
            (", shelves: new 1..3 Shelf", ""),
        ]
        for topology in ["siblings", "single-main", "child-of-main"] {
            let outcome = try runInVirtualTime(garageWorkload(text), topology, 0)
            #expect(outcome.failures.map(\.description) == [])
            #expect(outcome.differences == [], "\(topology)")
        }
    }

    @Test func `No crash leaves a vehicle of another subentity`() throws {
        _ = try garageWorkload()
        let model = sample.folder.appending(path: "Vehicles.xcdatamodel").path
        try sample.write(
            Self.garage([("Vehicles.xcdatamodel", model)]), to: "garage.yaml")
        let folder = try ScratchFolder()
        defer { folder.remove() }
        var options = ExplorationRequest()
        options.samples = 20
        let setup = try RunSetup(workload: sample.folder.appending(path: "garage.yaml").path)
        for topology in TopologyCatalogue.all
        where ["siblings", "child-of-main"].contains(
            topology.name)
        {
            let record = try Exploration(
                setup, topology: topology, variant: topology.name,
                in: ScratchFolder(in: folder).path, options
            ).run()
            #expect(record.violations == [])
            #expect(record.commits > 0)
        }
    }

    /// The rows that a garage's import leaves, by their entities.
    private func garageRows(
        _ replacements: [(String, String)] = []
    ) throws -> [String: [String]] {
        let content = try ExpectedData(OperationPlan(garageWorkload(replacements))).content
        let entities = ["Vehicle", "Car", "Cabrio", "Van", "Driver", "Company", "Shelf"]
        return Dictionary(
            uniqueKeysWithValues: entities.map { ($0, content.rows(of: $0).map(\.line)) })
    }

    @Test func `Shares say how many objects are of each subentity, and shift no value`() throws {
        let rows = try garageRows()
        #expect(rows["Vehicle"] == [])
        let counts = ["Car", "Cabrio", "Van"].map { rows[$0]!.count }
        #expect(counts.reduce(0, +) == 60)
        #expect((20...40).contains(counts[0]) && counts[1] > 0 && counts[2] >= 12, "\(counts)")
        #expect(rows["Driver"] != [] && rows["Company"] != [] && rows["Shelf"] != [])
        // A van's inherited values are those that the same vehicle has as a car.
        let cars = try garageRows([
            ("Car: 0.5, Cabrio: 0.1, Van: 0.4", "Car: 1, Cabrio: 0, Van: 0")
        ])
        #expect(cars["Car"]!.count == 60)
        func inherited(_ line: String) -> String? {
            line.firstMatch(of: /number [0-9]+, name "[^"]*"/).map { String($0.0) }
        }
        let values = Set(cars["Car"]!.compactMap(inherited))
        #expect(values.count == 60)
        for van in rows["Van"]! { #expect(inherited(van).map(values.contains) == true, "\(van)") }
    }

    @Test func `An object of another subentity is not as expected`() throws {
        let plan = try OperationPlan(garageWorkload())
        let shifted = [("Car: 0.5, Cabrio: 0.1, Van: 0.4", "Car: 0.4, Cabrio: 0.2, Van: 0.4")]
        let other = try ExpectedData(OperationPlan(garageWorkload(shifted))).content
        let differences = ExpectedData(plan).differences(of: other)
        #expect(differences.contains { $0.hasPrefix("missing Car") }, "\(differences)")
        #expect(differences.contains { $0.hasPrefix("unexpected Cabrio") }, "\(differences)")
    }

    private static let garageMistakes: [(part: String, replacement: String, message: String)] = [
        ("Van: 0.4", "Vam: 0.4", "“Vam”; did you mean “Van”?"),
        ("Van: 0.4", "Van: 0.3", "sum to 0.9; change them so that they sum to 1"),
        ("Van: 0.4", "Vehicle: 0.4, Van: 0", "Vehicle is abstract in "),
        ("Van: 0.4", "Van: 0.3, Other: 0.1", "Other is no subentity of Vehicle in "),
        ("Car: 0.5, Cabrio: 0.1", "Car: 0.6", "Cabrio is below Vehicle in "),
        ("Car: { doors: integer 2..5 }", "Car: {}", "Car.doors must have a value, but the content"),
        ("  Van: { load", "  Van: { name: words 1..2, load", "Van inherits name, which has a line"),
        ("  Van: { load: integer", "  Van: { load: key number, x: integer", "has a key of its own"),
        ("entity: Vehicle", "entity: Car", "Car is one of the subentities of Vehicle"),
        ("9 Person", "9 Driver", "Driver is one of the subentities of Person"),
        ("    name: words 1..3", "    name: text from name", "Vehicle.name comes from a file"),
        (
            "pace: 5ms", "pace: 5ms, method: batch-insert, relationships: none",
            "a batch insert request writes objects of one entity"
        ),
        (
            "  Car: { doors: integer 2..5 }",
            "  Car: { doors: integer 2..5, subentities: { Cabrio: 1 } }",
            "Car has subentities of its own"
        ),
    ]

    @Test(arguments: garageMistakes.indices)
    func `A mistake in subentities is one clear error`(_ index: Int) throws {
        let mistake = Self.garageMistakes[index]
        var message = "nothing"
        do {
            _ = try garageWorkload([(mistake.part, mistake.replacement)]).loadModel()
        } catch {
            message = "\(error)"
        }
        #expect(message.contains(mistake.message), "\(message)")
    }

    @Test func `What is written for a model with subentities has even shares of each`() throws {
        let folder = sample.folder.appending(path: "Vehicles.xcdatamodel")
        _ = try garageWorkload()
        let model = try NSManagedObjectModel.load(contentsOf: folder).model
        let text = try WorkloadDraft(model, file: "Vehicles", importing: nil)
            .text(modelPath: folder.path, name: "vehicles.yaml")
        #expect(text.contains("entity: Vehicle"))
        #expect(text.contains("    subentities: { Cabrio: 0.34, Car: 0.33, Van: 0.33 }"), "\(text)")
        #expect(text.contains("  Car:\n    doors: integer"))
        let workload = try sample.parse(text.replacing("generate: 2000", with: "generate: 90"))
        _ = try workload.loadModel()
        let outcome = try runInVirtualTime(workload, "siblings", 0)
        #expect(outcome.differences == [])
        #expect(outcome.isAsExpected)
    }
}
