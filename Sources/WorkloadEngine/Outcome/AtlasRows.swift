/// The rows that imported lines make: cities, with those of their countries and alternate names
/// that the import creates.
struct AtlasRows {
    private(set) var countries: [StoreContent.Row] = []
    private(set) var cities: [StoreContent.Row] = []
    private(set) var alternateNames: [StoreContent.Row] = []

    private let data: ImportData?
    private let relationships: ImporterRole.Relationships
    private let memory: RowMemory?
    private var known: Set<PartnerKey> = []

    init(_ plan: OperationPlan, _ memory: RowMemory?) {
        data = plan.data
        relationships = plan.relationships
        self.memory = memory
    }

    /// Adds the rows of a line.
    mutating func add(_ line: PresentLine) {
        guard let data else { return }
        let made = memory?.rows(of: line) { rows(of: line, data) } ?? rows(of: line, data)
        for (table, row) in made.rows {
            if table == 1 { cities.append(row) } else { alternateNames.append(row) }
        }
        for partner in made.partners where known.insert(partner).inserted {
            let row =
                memory?.row(of: partner) { Self.row(of: partner, data) }
                ?? Self.row(of: partner, data)
            row.map { countries.append($0) }
        }
    }

    private func rows(of line: PresentLine, _ data: ImportData) -> RowMemory.LineRows {
        var rows = RowMemory.LineRows()
        let record = line.isOlder ? data.cities[line.line].older : data.cities[line.line]
        let hasCountry = relationships == .withInsert || line.isLinked
        let id = Int64(record.id)
        rows.rows.append(
            (
                1,
                .city(
                    geonameID: id, name: record.name, admin1: record.admin1,
                    latitude: record.latitude, longitude: record.longitude,
                    population: Int64(record.population), timezone: record.timezone,
                    country: hasCountry ? record.country : nil)
            ))
        if relationships == .withInsert {
            for (position, name) in record.alternateNames.enumerated() {
                rows.rows.append(
                    (2, .alternateName(city: id, position: Int64(position), name: name)))
            }
        }
        if relationships != .none {
            rows.partners.append(PartnerKey(entity: "", key: .text(record.country)))
        }
        return rows
    }

    private static func row(of partner: PartnerKey, _ data: ImportData) -> StoreContent.Row? {
        guard case .text(let code) = partner.key, let value = data.countries[code] else {
            return nil
        }
        return .country(
            code: value.code, name: value.name, continent: value.continent,
            capital: value.capital, population: Int64(value.population),
            areaKm2: value.areaKm2, currency: value.currency, languages: value.languages)
    }
}
