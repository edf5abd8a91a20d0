import Foundation
import WorkloadEngine

/// A small workload with data of its own in a temporary folder, which goes when this does.
final class SampleWorkload: Sendable {
    let folder: URL

    /// Two countries, six cities, names in several scripts, an empty field, one without other
    /// names.
    static let cities = """
        {"id":1,"name":"Aachen","country":"DE","admin1":"07",\
        "latitude":50.77664,"longitude":6.08342,"population":265208,\
        "timezone":"Europe/Berlin","alternateNames":["Aken","Aix-la-Chapelle"]}
        {"id":2,"name":"Bern","country":"CH","admin1":"BE",\
        "latitude":46.94809,"longitude":7.44744,"population":121631,\
        "timezone":"Europe/Zurich","alternateNames":["Berna","Bärn","베른"]}
        {"id":3,"name":"Chur","country":"CH","admin1":"",\
        "latitude":46.84986,"longitude":9.53287,"population":38293,\
        "timezone":"Europe/Zurich","alternateNames":[]}
        {"id":4,"name":"Dresden, \\"Elbflorenz\\"","country":"DE","admin1":"13",\
        "latitude":51.05089,"longitude":13.73832,"population":556227,\
        "timezone":"Europe/Berlin","alternateNames":["Drezno"]}
        {"id":5,"name":"Essen","country":"DE","admin1":"07",\
        "latitude":51.45657,"longitude":7.01228,"population":593085,\
        "timezone":"Europe/Berlin","alternateNames":["Эссен"]}
        {"id":6,"name":"Fribourg","country":"CH","admin1":"FR",\
        "latitude":46.80237,"longitude":7.15128,"population":32827,\
        "timezone":"Europe/Zurich","alternateNames":["Freiburg"]}

        """

    static let countries = """
        {"code":"CH","name":"Switzerland","continent":"EU","capital":"Bern",\
        "population":8516543,"areaKm2":41290,"currency":"CHF",\
        "languages":"de-CH,fr-CH,it-CH,rm","neighbours":["DE"]}
        {"code":"DE","name":"Germany","continent":"EU","capital":"Berlin",\
        "population":82927922,"areaKm2":357021,"currency":"EUR",\
        "languages":"de","neighbours":["CH"]}

        """

    static let text = """
        schema: 1
        title: A sample
        question: Does it work?
        expect: yes, it does
        seed: 7
        model: Models/Atlas.xcdatamodeld
        store: { type: sqlite, journal: wal, synchronous: normal }
        roles:
          importer: { import: cities.jsonl, entity: City, \
        find-or-create: Country, batch: 2, pace: 10ms }
          ui: { arrivals: poisson 200/s, mix: { fetch-page: 0.3, search: 0.2, \
        edit: 0.3, delete: 0.2 }, page: 4, save: after-edit }
          display: { arrivals: vsync 60Hz, cost: 1ms }
        phases:
          - { name: preload, notes: 20, measured: false }
          - { name: import, for: 60ms, roles: [importer, ui, display] }
          - { name: settle, for: 40ms, roles: [ui, display] }
        """

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "lab-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try write(Self.cities, to: "cities.jsonl")
        try write(Self.countries, to: "countries.jsonl")
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: name))
    }

    /// The sample as a workload, after parts of its text were replaced.
    func workload(_ replacements: (String, String)...) throws -> Workload {
        try parse(Self.text(replacements))
    }

    func parse(_ text: String) throws -> Workload {
        try Workload.parse(text, file: folder.appending(path: "sample.yaml").path)
    }

    /// - Precondition: each part occurs in the text.
    static func text(_ replacements: [(String, String)]) -> String {
        var text = text
        for (part, replacement) in replacements {
            precondition(text.contains(part), "the sample has no “\(part)” to replace")
            text = text.replacing(part, with: replacement)
        }
        return text
    }
}
