import Execution

/// Generated cities in any number, for questions of size.
struct GeneratedCities {
    private let stream: RandomStream
    /// Codes of countries that exist, in an order that is the same in every process.
    private let countries: [String]

    init(seed: UInt64, countries: [String]) {
        stream = RandomStream(seed: seed).keyed("cities")
        self.countries = countries
    }

    /// The first ones; each depends on its number alone.
    func records(_ count: Int) -> [CityRecord] {
        countries.isEmpty ? [] : (0..<count).map(record)
    }

    private func record(_ number: Int) -> CityRecord {
        var draws = stream.keyed(number)
        let name = name(from: &draws)
        return CityRecord(
            id: number + 1, name: name,
            country: countries[draws.index(below: countries.count)],
            admin1: String(1 + draws.index(below: 40)),
            latitude: Double(draws.index(below: 180_001) - 90_000) / 1_000,
            longitude: Double(draws.index(below: 360_001) - 180_000) / 1_000,
            population: 1_000 + draws.index(below: 2_000_000), timezone: "Etc/UTC",
            alternateNames: (0..<draws.index(below: 4)).map { _ in self.name(from: &draws) })
    }

    private func name(from draws: inout RandomStream) -> String {
        var name = ""
        for _ in 0..<2 + draws.index(below: 3) {
            name += Self.syllables[draws.index(below: Self.syllables.count)]
        }
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    private static let syllables = [
        "ba", "den", "fi", "gor", "hu", "jal", "ke", "lim", "mo", "nur", "pa", "ret", "si", "tol",
        "vu", "wen", "xa", "yor", "zel", "qui", "ost", "berg", "ham", "ton",
    ]
}

extension CityRecord {
    /// The record as a line of JSON.
    ///
    /// - Precondition: its texts are letters and digits, as generated ones are.
    var json: String {
        let names = alternateNames.map { "\"\($0)\"" }.joined(separator: ",")
        return """
            {"id":\(id),"name":"\(name)","country":"\(country)","admin1":"\(admin1)",\
            "latitude":\(latitude),"longitude":\(longitude),"population":\(population),\
            "timezone":"\(timezone)","alternateNames":[\(names)]}
            """
    }

    /// The stored state of the city before an upsert brings the newer record.
    var older: CityRecord {
        var record = self
        record.population /= 2
        return record
    }
}
