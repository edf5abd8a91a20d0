/// A line of a cities file.
package struct CityRecord: Sendable, Hashable, Decodable {
    package var id: Int
    package var name: String
    /// The ISO code of its country.
    package var country: String
    package var admin1: String
    package var latitude: Double
    package var longitude: Double
    package var population: Int
    package var timezone: String
    package var alternateNames: [String]
}
