/// A line of a countries file.
package struct CountryRecord: Sendable, Hashable, Decodable {
    /// ISO 3166-1, two letters.
    package var code: String
    package var name: String
    package var continent: String
    package var capital: String
    package var population: Int
    package var areaKm2: Double
    package var currency: String
    package var languages: String
}
