import Foundation
import Testing
import WorkloadEngine

@Suite struct ExpectedDataTests {
    let sample: SampleWorkload
    let plan: OperationPlan

    init() throws {
        sample = try SampleWorkload()
        plan = try OperationPlan(sample.workload(("for: 60ms", "for: 1s")))
    }

    private func content(_ indices: [Int]) -> StoreContent {
        ExpectedData(plan, applying: indices).content
    }

    private func batch(_ number: Int) -> Int {
        plan.operations.filter { $0.kind == .importBatch }[number].index
    }

    @Test func `Nothing applied is nothing there`() {
        #expect(content([]).count == 0)
        #expect(content([]) == content([]))
    }

    @Test func `The whole outcome is all cities with partners and the notes that were left`() {
        let content = ExpectedData(plan).content
        #expect(content.rows(of: "City").count == 6)
        #expect(content.rows(of: "AlternateName").count == 8)
        #expect(
            content.rows(of: "Country").map(\.line) == [
                "Country \"CH\": code \"CH\", name \"Switzerland\", continent \"EU\","
                    + " capital \"Bern\", population 8516543, areaKm2 41290.0, currency \"CHF\","
                    + " languages \"de-CH,fr-CH,it-CH,rm\"",
                "Country \"DE\": code \"DE\", name \"Germany\", continent \"EU\","
                    + " capital \"Berlin\", population 82927922, areaKm2 357021.0,"
                    + " currency \"EUR\", languages \"de\"",
            ])
        #expect(
            content.rows(of: "City")[2].line
                == "City 3: geonameID 3, name \"Chur\", admin1 \"\", latitude 46.84986,"
                + " longitude 9.53287, population 38293, timezone \"Europe/Zurich\","
                + " country \"CH\"")
        let deleted = plan.operations.count { $0.kind == .delete }
        #expect(deleted > 0)
        #expect(content.rows(of: "Note").count == 20 - deleted)
    }

    @Test func `Rows are equal exactly when their lines are`() throws {
        let city = try #require(plan.objects.content.entity("City"))
        func row(_ name: String?, _ latitude: Double?, _ country: [OwnValue?]) -> StoreContent.Row {
            let values: [String: OwnValue?] = [
                "geonameID": .integer(1), "name": name.map { .text($0) },
                "latitude": latitude.map { .real($0) }, "timezone": .text("a\\b"),
            ]
            return .own(
                city, values: city.attributes.map { values[$0.name] ?? nil }, partners: [country],
                owner: nil)
        }
        let names = [nil, "", "nil", "Zürich", "a\"b", "a\nb", "e\u{301}x"]
        let rows = names.flatMap { name in
            [nil, 0, -0.0, 1.5].flatMap { latitude in
                [[], [nil], [.text("CH")], [.text("nil")]].map { row(name, latitude, $0) }
            }
        }
        for left in rows {
            for right in rows {
                #expect((left == right) == (left.line == right.line), "\(left) \(right)")
            }
        }
        #expect(
            row("a\"b", -0.0, []).line
                == #"City 1: geonameID 1, name "a\"b", admin1 nil, latitude -0.0, longitude nil,"#
                + #" population nil, timezone "a\\b", country nil"#)
    }

    @Test func `A batch alone brings its cities and the countries that they name`() {
        let last = content([batch(2)])
        let more = content([batch(2), 0])
        #expect(last.rows(of: "City").map(\.key) == more.rows(of: "City").map(\.key))
        #expect(last.rows(of: "City").count == 2)
        #expect(last.rows(of: "Country").count == 2)
        #expect(last.rows(of: "Note").isEmpty)
        #expect(content([batch(0), batch(2)]).rows(of: "City").count == 4)
    }

    @Test func `The order of batches does not matter`() {
        #expect(content([batch(0), batch(1)]) == content([batch(1), batch(0)]))
    }

    @Test func `An edit stands by itself, whatever edits of the note came before`() throws {
        let last = try #require(plan.operations.last { $0.kind == .edit })
        guard case .edit(let value) = last.payload else { return }
        let with = content([0, last.index])
        #expect(with != content([0]))
        #expect(with.rows(of: "Note")[value.number].line.contains(value.text.debugDescription))
        #expect(content([last.index]).count == 0)
    }

    @Test func `A deleted note is gone, and stays gone`() throws {
        let delete = try #require(plan.operations.first { $0.kind == .delete })
        #expect(content([0, delete.index]).rows(of: "Note").count == 19)
    }

    @Test func `Prefixes grow into the whole`() {
        let all = plan.operations.indices
        #expect(content(Array(all)) == ExpectedData(plan).content)
        #expect(content(Array(all)).digest == ExpectedData(plan).content.digest)
        #expect(content(Array(all.dropLast(40))).digest != ExpectedData(plan).content.digest)
    }

    @Test func `Differences name what is missing, unexpected and other`() throws {
        let edit = try #require(plan.operations.first { $0.kind == .edit })
        let less = content([0, batch(0)])
        let more = content([0, batch(0), batch(1), edit.index])
        let missing = less.differences(from: more)
        #expect(missing.contains { $0.hasPrefix("missing City 3: ") })
        let name = "missing AlternateName: name \"Drezno\", position 0, in alternateNames of 4"
        #expect(missing.contains(name))
        #expect(missing.contains { $0.hasPrefix("is Note ") && $0.contains(", expected Note ") })
        let unexpected = more.differences(from: less)
        #expect(unexpected.contains { $0.hasPrefix("unexpected City 3: ") })
        #expect(unexpected.count == missing.count)
        #expect(more.differences(from: more).isEmpty)
    }

    @Test func `Differences are cut and say how many there are`() {
        let lines = content([]).differences(from: content([0]), limit: 5)
        #expect(lines.count == 6)
        #expect(lines.last == "… and 15 more")
    }
}
