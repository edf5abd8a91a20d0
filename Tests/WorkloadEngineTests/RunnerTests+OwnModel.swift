import CoreData
import Documents
import Foundation
import Testing
import Topologies
import WorkloadEngine

// Workloads for one's own model: those of `lab new`, and a user's changes of them.
extension RunnerTests {
    /// Albums with artists and tracks, and playlists, with an attribute of every type.
    private static let model = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Workloads/Models/Music.xcdatamodeld")

    /// The lab's workload for the model, in small.
    private static func text(
        importing entity: String? = nil, _ replacements: [(String, String)] = []
    ) throws -> String {
        let found = try NSManagedObjectModel.load(contentsOf: model).model
        var text = try WorkloadDraft(found, file: "Music", importing: entity)
            .text(modelPath: model.path, name: "music.yaml")
        let small = [
            ("generate: 2000", "generate: 30"), ("batch: 200, pace: 75ms", "batch: 10, pace: 5ms"),
            ("poisson 20/s", "poisson 300/s"), ("notes: 200", "notes: 20"),
            ("for: 200ms", "for: 10ms"), ("for: 1s", "for: 60ms"), ("for: 1.2s", "for: 40ms"),
        ]
        for (part, replacement) in small + replacements {
            precondition(text.contains(part), "the draft has no “\(part)” to replace")
            text = text.replacing(part, with: replacement)
        }
        return text
    }

    private static let catalogue = TopologyCatalogue.all.map { $0.name }

    @Test(arguments: catalogue)
    func `What is written for a model ends with the expected data everywhere`(
        _ topology: String
    ) async throws {
        let run = try await run(sample.parse(Self.text()), on: topology)
        #expect(run.outcome.failures.map(\.description) == [])
        #expect(run.outcome.differences == [])
        #expect(run.outcome.isAsExpected)
        for operation in run.plan.operations where operation.role == .importer {
            #expect(run.seen.edits[operation.index] == operation.edits, "\(operation)")
        }
    }

    @Test func `Lines that are drawn before a run tell the watchdog that something moves`() throws {
        let text = try Self.text([("generate: 30", "generate: 2500")])
        let prepared = try prepare(sample.parse(text), on: "siblings")
        #expect(prepared.observer.seen.progress == 3)
    }

    @Test(arguments: ["Album", "Artist", "Playlist"])
    func `Any entity that can be told apart can be imported`(_ entity: String) async throws {
        let text = try Self.text(importing: entity)
        let run = try await run(sample.parse(text), on: "siblings")
        #expect(run.outcome.isAsExpected)
        #expect(text.contains("generate: 30, entity: \(entity)"))
    }

    @Test func `What cannot be told apart is not imported`() throws {
        let found = try NSManagedObjectModel.load(contentsOf: Self.model).model
        #expect(throws: WorkloadError.self) {
            _ = try WorkloadDraft(found, file: "Music", importing: "Trak")
        }
    }

    @Test func `Values depend on the seed and on nothing else`() throws {
        func digest(_ replacements: (String, String)...) throws -> String {
            var text = try Self.text()
            for (part, replacement) in replacements {
                text = text.replacing(part, with: replacement)
            }
            return ExpectedData(try OperationPlan(sample.parse(text))).content.digest
        }
        #expect(try digest() == digest())
        #expect(try digest() != digest(("seed: 1", "seed: 2")))
        #expect(try digest() != digest(("year: integer 0..1000", "year: integer 0..1001")))
    }

    @Test func `An attribute that is added shifts no other`() throws {
        func content(_ text: String) throws -> [String] {
            let plan = try OperationPlan(sample.parse(text))
            let lines = ExpectedData(plan).content.differences(
                from: ExpectedData(plan, applying: []).content, limit: 10_000)
            return lines.filter { $0.contains("Album") }.map {
                $0.replacing(#/ link [^,]*,/#, with: "")
            }
        }
        let all = try Self.text()
        let without = all.replacing("    link: url\n", with: "")
        #expect(try content(all) == content(without))
        #expect(try content(all).isEmpty == false)
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `A server's version of one's own object stands whole, or the user's does`(
        _ interleaving: UInt64
    ) throws {
        let text = try Self.text([
            ("delete: 0.1", "fetch-all: 0.1"),
            (
                "  display:",
                "  sync: { arrivals: poisson 300/s, batch: 3 }\n  display:"
            ), ("roles: [importer, ui, display]", "roles: [importer, ui, sync, display]"),
        ])
        let outcome = try runInVirtualTime(
            sample.parse(text), "siblings:merge-policy=error", interleaving)
        #expect(outcome.failures.map(\.description) == [])
        #expect(outcome.differences == [])
    }

    @Test func `A store that lacks an object, or has another value, is not as expected`() throws {
        let plan = try OperationPlan(sample.parse(Self.text()))
        let all = plan.operations.map(\.index)
        let edit = try #require(plan.operations.last { $0.kind == .edit })
        let batch = try #require(plan.operations.last { $0.kind == .importBatch })
        for left in [edit.index, batch.index] {
            let content = ExpectedData(plan, applying: all.filter { $0 != left }).content
            let differences = ExpectedData(plan).differences(of: content)
            #expect(!differences.isEmpty, "\(left)")
        }
    }

    private static let noList = [
        ("fetch-page: 0.5, search: 0.2, edit: 0.2, delete: 0.1", "fetch-all: 0.5, edit: 0.5"),
        (", shows: title", ""),
    ]

    @Test func `A user who looks at no list needs none, not even to fetch it again`() async throws {
        let text = try Self.text(Self.noList)
        let run = try await run(sample.parse(text), on: "siblings-refetch")
        #expect(run.outcome.isAsExpected)
        for look in ["on-did-save: ids", "list: fetched-results"] {
            let looking = text.replacing("edits: Playlist", with: "edits: Playlist, \(look)")
            let error = #expect(throws: (any Error).self) { _ = try sample.parse(looking) }
            #expect(error.map { "\($0)" }?.contains("list of Album by") == true)
        }
    }

    @Test(arguments: ["siblings", "child-of-main"])
    func `What was saved of one's own objects is read on main`(_ topology: String) async throws {
        let text = try Self.text([("edits: Playlist", "edits: Playlist, on-did-save: ids")])
        let run = try await run(sample.parse(text), on: topology)
        #expect(run.outcome.failures.map(\.description) == [])
        #expect(run.outcome.isAsExpected)
    }

    @Test func `No two objects get one key`() throws {
        let foundAndBrought = [
            ("entity: Album", "entity: Artist"), ("edits: Playlist", "edits: Album"),
            ("shows: title", "shows: name"),
        ]
        let tooMany = [
            ("generate: 30", "generate: 1000000"), ("new 0..5 Track", "new 0..1000 Track"),
        ]
        for (replacements, message) in [
            (foundAndBrought, "Artist is imported, and is found for another here"),
            (tooMany, "generate at most 999999"),
        ] {
            let text = try Self.text(replacements)
            let error = #expect(throws: (any Error).self) { _ = try sample.parse(text) }
            #expect(
                error.map { "\($0)" }?.contains(message) == true, "\(String(describing: error))")
        }
    }

    @Test(arguments: ["none", "second-pass"])
    func `A required relationship is not left to a later pass`(_ when: String) throws {
        let text = try Self.text([("entity: Album,", "entity: Album, relationships: \(when),")])
        let workload = try sample.parse(text)
        let error = #expect(throws: WorkloadError.self) { _ = try workload.loadModel() }
        #expect(
            error?.message.contains(
                "Album.artist must have a value, and relationships: \(when) saves objects") == true,
            "\(String(describing: error))")
    }

    private static let mistakes: [(part: String, replacement: String, message: String)] = [
        ("  Album:", "  Albun:", "unknown entity of the content “Album”; did you mean “Albun”?"),
        (
            "year: integer 0..1000", "yaer: integer 0..1000",
            "Album has no attribute “yaer”; did you"
        ),
        ("year: integer 0..1000", "year: integer 0..70000", "Album.year cannot hold"),
        ("year: integer 0..1000", "year: words 1..2", "its type holds values such as: integer"),
        ("year: integer 0..1000", "year: integers", "unknown kind of value “integers”; did you"),
        ("year: integer 0..1000", "year: integer 9..1", "write it as in: integer 0..100"),
        ("    name: key text", "    name: words 1..2", "found by its key, but has no key"),
        ("artist: one of 50 Artist", "artist: one of 50 Track", "Track is found by its key"),
        ("    artist: one of 50 Artist\n", "", "Album.artist must have a value"),
        ("artist: one of 50 Artist", "artist: new 0..5 Artist", "Album.artist is to one"),
        ("tracks: new 0..5 Track", "tracks: one of 9 Artist", "Album.tracks is to many"),
        ("    title: words 1..4\n    year", "    year", "unknown text of Album in the content"),
        ("edits: Playlist", "edits: Playlists", "unknown entity of the content “Playlists”"),
        ("edits: Playlist", "edits: Track", "the user finds objects of Track by their key"),
        (", edits: Playlist", "", "the user writes, but roles.ui names no entity to edit"),
        (", shows: title", "", "roles.ui names no text to sort the list of Album by"),
        ("generate: 2000", "import: cities.jsonl", "generate"),
        ("model: ", "model: no/", "cannot be read"),
    ]

    @Test(arguments: mistakes.indices)
    func `Each mistake in a content is one clear error`(_ index: Int) throws {
        let mistake = Self.mistakes[index]
        let found = try NSManagedObjectModel.load(contentsOf: Self.model).model
        let text = try WorkloadDraft(found, file: "Music", importing: nil)
            .text(modelPath: Self.model.path, name: "music.yaml")
        #expect(text.contains(mistake.part))
        var message = "nothing"
        do {
            let workload = try sample.parse(
                text.replacing(mistake.part, with: mistake.replacement, maxReplacements: 1))
            _ = try workload.loadModel()
        } catch {
            message = "\(error)"
        }
        #expect(message.contains(mistake.message), "\(message)")
    }
}
