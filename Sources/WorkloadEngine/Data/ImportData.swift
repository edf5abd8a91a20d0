import Documents
import Foundation

/// The data of an importer: the lines of its file, and the decoded records.
package struct ImportData: Sendable {
    package let source: JSONLines
    /// The decoded lines that the importer takes.
    package let cities: [CityRecord]
    /// By code.
    package let countries: [String: CountryRecord]

    /// Reads the file and decodes its lines, or generates them.
    ///
    /// - Parameter seed: draws the lines that are generated.
    /// - Throws: `WorkloadError` if a file cannot be read, a line does not decode, two lines have
    ///   one key, or a city's country is missing in the lines of countries.
    init(_ importer: ImporterRole, seed: UInt64) throws {
        let file: JSONLines? =
            if case .file(let file) = importer.source {
                try JSONLines(file, key: "roles.importer.import")
            } else { nil }
        let lookup = try JSONLines(
            importer.lookupFile, key: "roles.importer.find-or-create-from")

        var countries: [String: CountryRecord] = [:]
        for (index, country) in try lookup.decode(CountryRecord.self).enumerated() {
            guard countries.updateValue(country, forKey: country.code) == nil else {
                throw WorkloadError.invalidData(
                    lookup.file, line: index + 1,
                    "has the code \(country.code) of a line before",
                    remedy: "a code is a country's key; keep one line of it")
            }
        }
        if let file {
            source = file
            cities = try file.decode(CityRecord.self, first: importer.take)
        } else {
            cities = GeneratedCities(seed: seed, countries: countries.keys.sorted())
                .records(importer.generatedCount)
            source = JSONLines(file: "generated", lines: cities.map(\.json))
        }
        var ids: Set<Int> = []
        for (index, city) in cities.enumerated() {
            guard ids.insert(city.id).inserted else {
                throw WorkloadError.invalidData(
                    source.file, line: index + 1, "has the id \(city.id) of a line before",
                    remedy: "an id is a city's key; keep one line of it")
            }
            guard countries[city.country] != nil else {
                throw WorkloadError.invalidData(
                    source.file, line: index + 1,
                    "names the country “\(city.country)”, which \(lookup.file) does not have",
                    remedy: "add its line there")
            }
        }
        if let take = importer.take, take > cities.count {
            throw WorkloadError.invalidData(
                source.file, line: source.lines.count,
                "is the last, and roles.importer.take wants \(take)",
                remedy: "take \(cities.count) or fewer")
        }
        self.countries = countries
    }
}
