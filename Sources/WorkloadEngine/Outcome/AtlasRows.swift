/// The rows that imported lines make: cities, with those of their countries and alternate names
/// that the import creates.
struct AtlasRows {
    private(set) var countries: [StoreContent.Row] = []
    private(set) var cities: [StoreContent.Row] = []
    private(set) var alternateNames: [StoreContent.Row] = []

    private let data: ImportData?
    private let relationships: ImporterRole.Relationships
    private var codes: Set<String> = []

    init(_ plan: OperationPlan) {
        data = plan.data
        relationships = plan.relationships
    }

    /// Adds the rows of a line.
    ///
    /// - Parameters:
    ///   - isOlder: whether the line's city is in its state before the import.
    ///   - isLinked: whether a second pass has set the city's country.
    mutating func add(_ line: Int, isOlder: Bool, isLinked: Bool) {
        guard let data else { return }
        let record = isOlder ? data.cities[line].older : data.cities[line]
        let hasCountry = relationships == .withInsert || isLinked
        let id = Int64(record.id)
        cities.append(
            .city(
                geonameID: id, name: record.name, admin1: record.admin1,
                latitude: record.latitude, longitude: record.longitude,
                population: Int64(record.population), timezone: record.timezone,
                country: hasCountry ? record.country : nil))
        if relationships == .withInsert {
            for (position, name) in record.alternateNames.enumerated() {
                alternateNames.append(
                    .alternateName(city: id, position: Int64(position), name: name))
            }
        }
        guard relationships != .none, codes.insert(record.country).inserted,
            let value = data.countries[record.country]
        else { return }
        countries.append(
            .country(
                code: value.code, name: value.name, continent: value.continent,
                capital: value.capital, population: Int64(value.population),
                areaKm2: value.areaKm2, currency: value.currency, languages: value.languages))
    }
}
